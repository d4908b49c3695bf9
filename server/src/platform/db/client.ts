import pg from 'pg'

type Answer = (error: Error | undefined, result?: pg.QueryResult) => void
type Config = pg.QueryConfig & { query_timeout?: number; isTextOnly?: true }
type Statement = string | Config

/**
 * The query as an object: of a configuration, the driver copies the descriptors of all properties, which takes a third of
 * the time of sending a short statement.
 */
function queryOf(statement: Statement, values: unknown[] | undefined, answer: Answer) {
  if (typeof statement !== 'string' && statement.isTextOnly) return textQueryOf(statement, values, answer)
  const query = new pg.Query(
    typeof statement === 'string' ? statement : statement.text,
    values,
    answer as never,
  )
  return typeof statement === 'string' ? query : Object.assign(query, { name: statement.name })
}

/** The driver decodes every value as UTF-8, and passes it on unchanged in array rows: right for texts in binary format. */
const textQueryOf = ({ text, name }: Config, values: unknown[] | undefined, answer: Answer) =>
  new pg.Query({ text, name, values, rowMode: 'array', binary: true } as never, answer as never)

/**
 * A client that gives up a statement without an answer. The driver can do that too (`query_timeout`), but it would replace
 * the callback of a query after creating it, as it does for a promise; nearly all queries with such a callback, and their
 * rows, survived young collections, which then took several times as long (measured with V8 13.6).
 */
export const clientWith = (answerMs: number): typeof pg.Client =>
  class extends pg.Client {
    // The overloads of the driver cannot be repeated here.
    // biome-ignore lint/suspicious/noExplicitAny: it returns a promise or nothing, depending on its arguments
    override query(statement: any, values?: any, answer?: any): any {
      if (typeof values === 'function') return this.#send(statement, undefined, values)
      if (answer) return this.#send(statement, values, answer)
      return new Promise((resolve, reject) => {
        this.#send(statement, values, (error, result) => (error ? reject(error) : resolve(result)))
      })
    }

    #send(statement: Statement, values: unknown[] | undefined, answer: Answer) {
      const settle: Answer = (error, result) => {
        if (isSettled) return
        isSettled = true
        clearTimeout(timer)
        answer(error, result)
      }
      const config = typeof statement === 'string' ? undefined : statement
      let isSettled = false
      const timer = setTimeout(() => {
        settle(new Error('Query read timeout'))
        // Nothing may wait behind the statement, and the server rolls back.
        this.#abandon()
      }, config?.query_timeout ?? answerMs)
      // Types belong to the result, which the query creates at once.
      if (config?.types) super.query(config as never, values as never, settle as never)
      else super.query(queryOf(statement, values ?? config?.values, settle))
    }

    #abandon() {
      const { connection } = this as unknown as { connection: { stream: { destroy(): void } } }
      connection.stream.destroy()
    }
  } as unknown as typeof pg.Client
