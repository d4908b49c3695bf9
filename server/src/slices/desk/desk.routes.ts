import { desk } from '@mailwright/contract/desk'
import { implement } from '../../platform/http/call.ts'
import type { ReviewReasons } from '../sending/index.ts'
import { countDesk, readerOf } from './count-desk.ts'
import { listDesk } from './list-desk.ts'

export const deskRoutes = (draftDays: number, reasons: ReviewReasons) =>
  implement(desk, {
    list: async ({ db, caller, query, locale }) => {
      const reader = readerOf(caller)
      const [page, counts] = await Promise.all([
        listDesk(db, reader, draftDays, query, { reasons, locale }),
        countDesk(db, reader, draftDays),
      ])
      return { ...page, counts }
    },
    counts: ({ db, caller }) => countDesk(db, readerOf(caller), draftDays),
  })
