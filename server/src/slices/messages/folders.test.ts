import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { createTestMailbox, deliverOne, type TestMailbox } from '#test/mirror'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
let ada: TestMember
let bob: TestMember
let one: TestMailbox
let two: TestMailbox

beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
  bob = await createMember(server)
  one = await createTestMailbox(server.db, ada.id, ['work', 'Work/Zoo', 'Work', 'work/a', 'Archiv 2'])
  two = await createTestMailbox(server.db, ada.id, ['Work', 'Äpfel'])
  await deliverOne(server.db, one, { flags: { seen: false } })
  await deliverOne(server.db, one, { folder: 'folder:Work', flags: { flagged: true, seen: false } })
  await deliverOne(server.db, two, { folder: 'folder:Work' })
  await deliverOne(server.db, two, { folder: 'trash', flags: { flagged: true } })
})
afterAll(() => server.close())

type Folder = { key: string; role: string | null; depth: number; unreadCount: number; totalCount: number }

async function folders(member: TestMember, query = '') {
  const { status, body } = await member.session('GET', `/api/v1/folders${query}`)
  expect(status).toBe(200)
  return body as { folders: (Folder & Record<string, unknown>)[]; capabilities: { permanentDelete: boolean } }
}
const counts = (list: Folder[]) =>
  Object.fromEntries(list.filter((f) => f.totalCount > 0).map((f) => [f.key, [f.totalCount, f.unreadCount]]))
const system = ['inbox', 'starred', 'drafts', 'sent', 'archive', 'all', 'spam', 'trash']

it('lists every system folder in a fixed order, even without a mailbox', async () => {
  const { folders: list, capabilities } = await folders(bob)
  expect(list.map(({ key }) => key)).toEqual(system)
  expect(list.every(({ role, key, totalCount }) => role === key && totalCount === 0)).toBe(true)
  expect(capabilities).toEqual({ permanentDelete: false })
})

it('counts the messages of all mailboxes, or of one', async () => {
  const together = await folders(ada)
  expect(counts(together.folders)).toEqual({
    inbox: [1, 1],
    starred: [1, 1],
    all: [3, 2],
    trash: [1, 0],
    'folder:Work': [2, 1],
  })
  const alone = await folders(ada, `?mailboxId=${two.id}`)
  expect(counts(alone.folders)).toEqual({ all: [1, 0], trash: [1, 0], 'folder:Work': [1, 0] })
  expect(together.capabilities).toEqual({ permanentDelete: true })
})

it('lists sub-folders after their parent', async () => {
  const { folders: list } = await folders(ada, `?mailboxId=${one.id}`)
  expect(list.slice(system.length).map(({ key, parentKey, depth }) => [key, parentKey, depth])).toEqual([
    ['folder:Archiv 2', null, 0],
    ['folder:Work', null, 0],
    ['folder:work', null, 0],
    ['folder:work/a', 'folder:work', 1],
    ['folder:Work/Zoo', 'folder:Work', 1],
  ])
  expect(list.find(({ key }) => key === 'folder:Work/Zoo')).toEqual({
    key: 'folder:Work/Zoo',
    role: null,
    label: 'Work/Zoo',
    name: 'Zoo',
    parentKey: 'folder:Work',
    color: null,
    depth: 1,
    unreadCount: 0,
    totalCount: 0,
  })
})

it.each(['nope', '00000000-0000-4000-8000-000000000000'])(
  'lists only empty system folders for %s',
  async (id) => {
    const { folders: list } = await folders(ada, `?mailboxId=${id}`)
    expect(list.map(({ key, totalCount }) => [key, totalCount])).toEqual(system.map((key) => [key, 0]))
  },
)

it("lists only empty folders for another member's mailbox", async () => {
  const { folders: list } = await folders(bob, `?mailboxId=${one.id}`)
  expect(counts(list)).toEqual({})
})
