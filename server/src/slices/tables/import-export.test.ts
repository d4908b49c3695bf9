import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyType, openTables, type TestTables } from './fixtures/open-tables.ts'
import { createTableUse } from './index.ts'

let t: TestTables
beforeAll(async () => {
  t = await openTables()
})
afterAll(() => t.server.close())

const form = (csv: string | Buffer) => ({
  type: 'multipart/form-data; boundary=frontier',
  raw: Buffer.concat([
    Buffer.from('--frontier\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'),
    Buffer.from(csv as string),
    Buffer.from('\r\n--frontier--\r\n'),
  ]),
})
const send = (id: string, csv: string | Buffer, query = '') =>
  t.ada.session('POST', `/api/v1/tables/${id}/import${query}`, form(csv))
const read = (id: string, query = '') => t.ada.session('GET', `/api/v1/tables/${id}/export${query}`)
const table = () => t.create({ name: 'Files', columns: everyType })
const codes = async (id: string) =>
  (await t.list(id)).body.rows.map((row: { values: { code: string } }) => row.values.code)

describe('importing', () => {
  it('matches columns by key or label and reads every type', async () => {
    const { id } = await table()
    const csv =
      'CODE;Amount;paid;due;seen;State;email\nx;1.5;yes;2026-01-02;2026-01-02T03:04:05Z;open;A@b.example'
    expect((await send(id, csv)).body).toEqual({ inserted: 1, skipped: 0, errors: [] })
    expect((await t.list(id)).body.rows[0].values).toEqual({
      code: 'x',
      amount: 1.5,
      paid: true,
      due: '2026-01-02',
      seen: '2026-01-02T03:04:05.000Z',
      state: 'open',
      email: 'a@b.example',
    })
  })

  it('imports nothing when a line is invalid, and names the line', async () => {
    const { id } = await table()
    await t.insert(id, { code: 'old' })
    const csv = 'code,amount\na,1\nb,many\na,2\nold,3\nc,4,5\n'
    const { status, body } = await send(id, csv)
    expect([status, body.code]).toEqual([400, 'tables.invalid_value'])
    expect(body.details.issues.map((issue: { path: string }) => issue.path)).toEqual([
      '/lines/3/amount',
      '/lines/4/code',
      '/lines/5/code',
      '/lines/6',
    ])
    expect(await codes(id)).toEqual(['old'])
  })

  it('skips invalid lines on request', async () => {
    const { id } = await table()
    await t.insert(id, { code: 'old' })
    const long = 'x'.repeat(10_001)
    const { body } = await send(id, `code,amount\na,1\nb,many\na,2\nold,3\n${long},4\n`, '?skipInvalid=true')
    expect([body.inserted, body.skipped]).toEqual([1, 4])
    expect(body.errors.map(({ line }: { line: number }) => line)).toEqual([3, 4, 5, 6])
    expect(await codes(id)).toEqual(['old', 'a'])
  })

  it.each([
    ['', 'nothing at all'],
    ['code,nope\n1,2', 'a column that is not there'],
    ['code,Code\n1,2', 'a column twice'],
  ])('rejects %j', async (csv) => {
    const { id } = await table()
    const answer = await send(id, csv)
    expect([answer.status, answer.body.code]).toEqual([400, 'tables.invalid_value'])
  })

  it('imports many lines', async () => {
    const { id } = await table()
    const csv = `code\n${Array.from({ length: 2_500 }, (_, i) => `c${i}`).join('\n')}`
    expect((await send(id, csv)).body.inserted).toBe(2_500)
    expect((await t.list(id, { limit: 1 })).body.totalUnfiltered).toBe(2_500)
    expect((await read(id)).text.split('\r\n')).toHaveLength(2_502)
  })

  it('rejects a key that is inserted concurrently', async () => {
    const { id } = await table()
    const use = createTableUse({
      live: { publish: () => undefined },
      limits: { maxTables: 9, maxColumns: 9, maxRows: 1_000_000, maxCellChars: 99 },
    })
    // Invisible when the import checks for existing keys, and blocking when it writes.
    const tx = await t.server.db.begin()
    await use.insertRow(tx, id, { code: 'mine' })
    const answering = send(id, 'code\nmine')
    await t.waitForLock()
    await tx.commit()
    const answer = await answering
    expect([answer.status, answer.body.code]).toEqual([409, 'tables.duplicate_row'])
  })
})

describe('exporting', () => {
  it('writes a file that is safe in spreadsheets and can be imported again', async () => {
    const { id } = await table()
    const rows = [
      { code: '=HYPERLINK("http://x")', amount: -1, paid: false, state: 'open' },
      { code: `a,"b"\nc`, due: '2026-01-02', seen: '2026-01-02T03:04:05.000Z', email: 'a@b.example' },
      { code: "'=x" },
    ]
    await t.insert(id, ...rows)
    const { status, headers, text } = await read(id)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="files[-0-9]*\.csv"$/)
    expect(text.split('\r\n')[1]).toBe(`"'=HYPERLINK(""http://x"")",-1,false,,,open,`)
    const copy = await table()
    expect((await send(copy.id, text)).body.inserted).toBe(3)
    const values = async (of: string) => (await t.list(of)).body.rows.map((r: { values: object }) => r.values)
    expect(await values(copy.id)).toEqual(await values(id))
  })

  it('applies filters, and rejects invalid ones', async () => {
    const { id } = await table()
    await t.insert(id, { code: 'a', amount: 1 }, { code: 'b', amount: 2 })
    const filter = encodeURIComponent('[{"column":"amount","op":"gt","value":1}]')
    expect((await read(id, `?filter=${filter}`)).text).toContain('b,2')
    expect((await read(id, `?filter=${filter}`)).text).not.toContain('a,1')
    expect((await read(id, '?q=a')).text).toContain('a,1')
    const wrong = await read(id, '?filter=nope')
    expect([wrong.status, wrong.body.code]).toEqual([400, 'request.bad_request'])
  })
})
