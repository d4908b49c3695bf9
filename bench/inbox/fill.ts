// `node bench/inbox/fill.ts [--messages 200000] [--batch 500] [--url postgres://…]`: how fast messages are stored.
import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { newId } from '../../server/src/platform/ids/ids.ts'
import { storeMessages } from '../../server/src/slices/messages/index.ts'
import { createCpuClock } from './cpu.ts'
import { withDatabase } from './database.ts'
import { type BenchMailbox, createRandom, mailOf } from './mail.ts'

const personalFolders = ['Customers', 'Projects', 'Receipts']
const systemFolders = ['inbox', 'sent', 'archive', 'trash', 'spam']

async function createMailbox(db: Database, memberId: string, address: string): Promise<BenchMailbox> {
  const mailboxId = newId()
  await db.run(sql`
    insert into mailboxes (id, member_id, provider, address, servers)
    values (${mailboxId}, ${memberId}, 'imap', ${address}, '{}')`)
  const folder = async (key: string, role: string | null, path: string) => {
    const id = newId()
    await db.run(sql`
      insert into folders (id, mailbox_id, path, key, role, name)
      values (${id}, ${mailboxId}, ${path}, ${key}, ${role}, ${path})`)
    return id
  }
  const system = await Promise.all(systemFolders.map((role) => folder(role, role, role)))
  const personal = await Promise.all(personalFolders.map((name) => folder(`folder:${name}`, null, name)))
  return { mailboxId, inbox: system[0] as string, others: [...system.slice(1), ...personal] }
}

/** Fills three mailboxes of a member alternately and prints the rate of each tenth. */
export async function fill(db: Database, memberId: string, messages: number, batch: number) {
  const mailboxes = await Promise.all(
    [0, 1, 2].map((n) => createMailbox(db, memberId, `box${n}@example.com`)),
  )
  const streams = mailboxes.map((mailbox, n) => mailOf(mailbox, createRandom(n + 1)))
  const stretch = Math.max(Math.floor(messages / 10), batch)
  const clock = await createCpuClock(db, 'bench fill')
  let [spentMs, totalMs, stored] = [0, 0, 0]
  let [database, ours] = [0, 0]
  for (let round = 0; stored < messages; round++) {
    const stream = streams[round % streams.length]
    const mail = Array.from({ length: batch }, () => stream?.next().value).filter((one) => one !== undefined)
    const [start, before] = [performance.now(), clock()]
    await db.transaction((tx) => storeMessages(tx, mail))
    const after = clock()
    spentMs += performance.now() - start
    database += after.database - before.database
    ours += after.ours - before.ours
    stored += mail.length
    if (stored % stretch >= batch) continue
    const cost = `CPU per message: database ${(database / stretch).toFixed(0)} µs, ours ${(ours / stretch).toFixed(0)} µs`
    console.log(
      `  ${String(stored).padStart(7)}: ${((stretch / spentMs) * 1000).toFixed(0).padStart(5)} messages/s; ${cost}`,
    )
    totalMs += spentMs
    ;[spentMs, database, ours] = [0, 0, 0]
  }
  console.log(`  total ${((stored / (totalMs + spentMs)) * 1000).toFixed(0)} messages/s`)
  return mailboxes
}

export async function createBenchMember(db: Database) {
  const memberId = newId()
  await db.run(
    sql`insert into members (id, email, name, role) values (${memberId}, 'b@example.com', 'Bench', 'member')`,
  )
  return memberId
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      messages: { type: 'string', default: '200000' },
      batch: { type: 'string', default: '500' },
      url: { type: 'string' },
    },
  })
  const fillAt = async (url: string) => {
    const db = openDatabase({ url, connections: 1, name: 'bench fill', onIdleError: () => undefined })
    await fill(db, await createBenchMember(db), Number(values.messages), Number(values.batch))
    await db.close()
  }
  await (values.url ? fillAt(values.url) : withDatabase(fillAt))
}
