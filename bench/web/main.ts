// `node bench/web/main.ts [--messages 200000] [--keep FOLDER] [--fill] [--only loading,reading,scrolling,studio,tables]`
// The web app in a real browser over a full mirror: how soon the inbox can be read, from a cold and a warm cache; how
// long the next thread takes; frames while scrolling through 10,000 threads; JavaScript of the inbox; memory after 500
// threads were opened; a graph of 300 steps in the studio: opening, panning, dragging, typing, its JavaScript; scrolling
// through a table of a million rows. With --keep the database stays in that folder and is filled once; --fill only
// fills it.
import { parseArgs } from 'node:util'
import { openBrowser } from '../../e2e/support/launch.ts'
import { startChildServer } from '../../server/test/child-server.ts'
import { withDatabase } from '../inbox/database.ts'
import { signIn } from '../load/sign-in.ts'
import { measureLoading, measureReading, measureScrolling } from './mail.ts'
import { openBenchDatabase, prepareMember } from './prepare.ts'
import { measureStudio } from './studio.ts'
import { measureTables } from './tables.ts'
import { missedTargets, type Visitor } from './visitor.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '200000' },
    keep: { type: 'string' },
    fill: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})

const groups: Record<string, (visitor: Visitor) => Promise<void>> = {
  loading: measureLoading,
  reading: measureReading,
  scrolling: measureScrolling,
  studio: measureStudio,
  tables: measureTables,
}

async function measureAll(databaseUrl: string, who: Pick<Visitor, 'session' | 'db' | 'memberId'>) {
  const server = await startChildServer({
    DATABASE_URL: databaseUrl,
    MAILWRIGHT_ROLES: 'api',
    MAILWRIGHT_WEB_APP: 'on',
    MAILWRIGHT_LOG_LEVEL: 'error',
  })
  const browser = await openBrowser()
  try {
    for (const name of values.only?.split(',') ?? Object.keys(groups))
      await groups[name]?.({ browser, url: server.url, ...who })
  } finally {
    await browser.close()
    await server.stop()
  }
}

await withDatabase(async (databaseUrl) => {
  const db = openBenchDatabase(databaseUrl)
  try {
    const memberId = await prepareMember(db, Number(values.messages))
    if (values.fill) return
    const { cookie } = await signIn(db, memberId)
    await measureAll(databaseUrl, { session: cookie.split('=')[1] ?? '', db, memberId })
  } finally {
    await db.close()
  }
}, values.keep)
if (missedTargets() > 0) process.exitCode = 1
