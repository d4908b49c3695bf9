import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { findLoopKey } from './switches.store.ts'

// `X-Mailwright-Loop: v1 <op id> <keyed hash of it>`: ours when it comes back, and nobody else's to forge.

const sign = (key: Buffer, id: string) => createHmac('sha256', key).update(`loop ${id}`).digest('base64url')

async function keyOf(db: Db) {
  const row = await findLoopKey(db)
  if (!row) throw new Error('there is no loop key')
  return row.loopKey
}

export const loopMark = async (db: Db, id: string) => `v1 ${id} ${sign(await keyOf(db), id)}`

/** Whether this value of X-Mailwright-Loop is one that this instance has given. */
export async function isOwnLoopMark(db: Db, value: string): Promise<boolean> {
  const [, id, mark = ''] = /^v1 ([0-9a-f-]{36}) ([\w-]{43})$/i.exec(value.trim()) ?? []
  if (!id) return false
  return timingSafeEqual(Buffer.from(sign(await keyOf(db), id)), Buffer.from(mark))
}
