import { AsyncLocalStorage } from 'node:async_hooks'

// A network call takes as long as a foreign server likes. Made while a transaction is open it holds a connection and
// locks for that time, and a few of them stop the service for everyone. This module lets the code that makes network
// calls check that no transaction is open around it; it knows neither the database nor the network.

/** The transactions that one piece of work has open. Mutable: what the work leaves running outlives its transaction. */
type Scope = { open: number }
const scopes = new AsyncLocalStorage<Scope>()

class NetworkInTransaction extends Error {
  override name = 'NetworkInTransaction'

  constructor(call: string) {
    super(`${call} while a transaction is open: make the call first, then open the transaction`)
  }
}

let report = (error: Error): void => {
  throw error
}

/** In production a violation is reported and the call is made. By default, as in tests, it throws. */
export const reportNetworkInTransaction = (reporter: (error: Error) => void) => {
  report = reporter
}

/** Runs work that may open transactions. */
export const withTransactionScope = <T>(work: () => T): T => scopes.run({ open: 0 }, work)

/** Marks a transaction of the current scope as open until the returned function is called. */
export function markTransaction(): () => void {
  const scope = scopes.getStore()
  if (!scope) return () => undefined
  scope.open += 1
  return () => {
    scope.open -= 1
  }
}

/** Called before each network call. */
export function assertNoTransaction(call: string) {
  const scope = scopes.getStore()
  if (scope && scope.open > 0) report(new NetworkInTransaction(call))
}
