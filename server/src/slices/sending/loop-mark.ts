import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { findLoopKey } from './switches.store.ts'

// `X-Mailwright-Loop: v1 <op id> <HMAC of the op id>` identifies our own mail when it returns and cannot be forged.

const sign = (key: Buffer, id: string) => createHmac('sha256', key).update(`loop ${id}`).digest('base64url')

async function readKey(db: Db) {
  const row = await findLoopKey(db)
  if (!row) throw new Error('loop key not found')
  return row.loopKey
}

export const loopMark = async (db: Db, id: string) => `v1 ${id} ${sign(await readKey(db), id)}`

/** Whether this instance created this X-Mailwright-Loop value. */
export async function isOwnLoopMark(db: Db, value: string): Promise<boolean> {
  const [, id, mark = ''] = /^v1 ([0-9a-f-]{36}) ([\w-]{43})$/i.exec(value.trim()) ?? []
  if (!id) return false
  return timingSafeEqual(Buffer.from(sign(await readKey(db), id)), Buffer.from(mark))
}
