import { fault } from '../errors/app-error.ts'
import { cursorOf } from './cursor.ts'

type Filters = Record<string, string | boolean | undefined>
/** The time and the id of the last row shown. */
export type After = readonly [string, string]

const cursors = cursorOf(['time', 'id'])

/** Pages of a list sorted by time and id, newest first. Its name keeps another list's cursors out. */
export const newestFirst = (list: string) => ({
  /** Where to go on. A cursor that cannot be read or belongs to other filters is refused. */
  after(cursor: string | undefined, filters: Filters): After | undefined {
    if (cursor === undefined) return undefined
    const position = cursors.read(cursor, { ...filters, list })
    if (position) return position
    const message = 'is not a cursor of this list with these filters'
    throw fault('request.bad_request', { details: { issues: [{ path: '/cursor', message }] } })
  },

  /** `rows` holds one more than the page where there is a next one. */
  page<R extends { id: string }>(rows: R[], limit: number, filters: Filters, timeOf: (row: R) => string) {
    const items = rows.slice(0, limit)
    const last = items.at(-1)
    const more = rows.length > limit && last !== undefined
    return { items, nextCursor: more ? cursors.write([timeOf(last), last.id], { ...filters, list }) : null }
  },
})
