import type { ParamTarget } from '@mailwright/contract/workflow-graph/node-type'
import { useQuery } from '@tanstack/react-query'
import { client } from './client.ts'
import { read } from './read.ts'

export type Option = { value: string; label: string }

const tablesQuery = read(client.tables.list, {})

/** The records that a parameter may refer to. */
export function useOptions(target: ParamTarget | undefined): readonly Option[] | undefined {
  const mailboxes = useQuery({ ...read(client.mailboxes.list, {}), enabled: target === 'mailbox' })
  const folders = useQuery({ ...read(client.folders.list, { query: {} }), enabled: target === 'folder' })
  const tables = useQuery({ ...tablesQuery, enabled: target === 'table' })
  const signatures = useQuery({ ...read(client.signatures.list, {}), enabled: target === 'signature' })
  const connections = useQuery({
    ...read(client.connections.list, { query: { type: 'http_generic' } }),
    enabled: target === 'connection',
  })
  const workflows = useQuery({
    ...read(client.workflows.list, { query: {} }),
    enabled: target === 'workflow',
  })
  switch (target) {
    case 'mailbox':
      return mailboxes.data?.mailboxes.map(({ id, address }) => ({ value: id, label: address }))
    case 'folder':
      return folders.data?.folders.map(({ key, name, label }) => ({
        value: key,
        label: name ?? label ?? key,
      }))
    case 'table':
      return tables.data?.tables.map(({ slug, name }) => ({ value: slug, label: name }))
    case 'signature':
      return signatures.data?.signatures.map(({ id, name }) => ({ value: id, label: name }))
    case 'connection':
      return connections.data?.items.map(({ id, name }) => ({ value: id, label: name }))
    case 'workflow':
      return workflows.data?.workflows.map(({ id, name }) => ({ value: id, label: name }))
    default:
      return undefined
  }
}

/** The columns of the table that a step works on. */
export function useColumns(table: unknown): readonly Option[] {
  const { data } = useQuery({ ...tablesQuery, enabled: typeof table === 'string' && table !== '' })
  const found = data?.tables.find(({ slug, id }) => slug === table || id === table)
  return (found?.columns ?? []).map(({ key, label }) => ({ value: key, label }))
}

const peopleQuery = read(client.contacts.list, { query: { limit: 200 } })

/** Addresses to offer where people are named. */
export function usePeople(isWanted: boolean): readonly string[] {
  const { data } = useQuery({ ...peopleQuery, enabled: isWanted })
  return (data?.contacts ?? []).map(({ email }) => email)
}
