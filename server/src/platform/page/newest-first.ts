import { fault } from '../errors/app-error.ts'
import { cursorOf } from './cursor.ts'

type Filters = Record<string, string | boolean | undefined>
/** The time and id of the last row of the previous page. */
export type After = readonly [string, string]

const cursors = cursorOf(['time', 'id'])

/** Paginates a list sorted by time and id, newest first. The name makes cursors of other lists invalid. */
export const newestFirst = (list: string) => ({
  /** The position to continue from. Rejects a cursor that is malformed or belongs to other filters. */
  after(cursor: string | undefined, filters: Filters): After | undefined {
    if (cursor === undefined) return undefined
    const position = cursors.read(cursor, { ...filters, list })
    if (position) return position
    const message = 'is not a cursor of this list with these filters'
    throw fault('request.bad_request', { details: { issues: [{ path: '/cursor', message }] } })
  },

  /** `rows` has one row more than the page if there is a next page. */
  page<R extends { id: string }>(rows: R[], limit: number, filters: Filters, timeOf: (row: R) => string) {
    const items = rows.slice(0, limit)
    const last = items.at(-1)
    const hasMore = rows.length > limit && last !== undefined
    return {
      items,
      nextCursor: hasMore ? this.cursorOf([timeOf(last), last.id], filters) : null,
    }
  },

  cursorOf: (position: After, filters: Filters) => cursors.write(position, { ...filters, list }),
})
