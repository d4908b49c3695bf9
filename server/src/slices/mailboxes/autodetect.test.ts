import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { openMail } from '#test/open-mail'
import { type TestServer, testServer } from '#test/server'
import { createFindServices } from '../../protocols/autodetect/find-services.ts'
import { knownProviders } from './known-providers.ts'

const asked: string[] = []
const zone: Record<string, { name: string; port: number; priority: number; weight: number }[]> = {
  '_imaps._tcp.firm.example': [
    { name: 'backup.firm.example', port: 993, priority: 20, weight: 0 },
    { name: 'mail.firm.example.', port: 1993, priority: 10, weight: 5 },
  ],
  '_submission._tcp.firm.example': [{ name: 'out.firm.example', port: 587, priority: 0, weight: 0 }],
  '_imap._tcp.none.example': [{ name: '.', port: 0, priority: 0, weight: 0 }],
}
const lookup = async (name: string) => {
  asked.push(name)
  if (name.endsWith('slow.example')) await new Promise(() => undefined)
  const records = zone[name]
  if (!records) throw new Error('ENOTFOUND')
  return records
}

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await testServer({}, { mail: { ...openMail, findServices: createFindServices(lookup, 200) } })
  ada = await createMember(server)
})
afterAll(() => server.close())

const detect = async (address: string) => {
  const query = new URLSearchParams({ address })
  const { status, body } = await ada.session('GET', `/api/v1/mailboxes/autodetect?${query}`)
  expect(status).toBe(200)
  return body
}
const nothing = {
  imapHost: null,
  imapPort: null,
  imapSecure: null,
  smtpHost: null,
  smtpPort: null,
  smtpSecure: null,
  source: null,
}

describe('detecting the servers of an address', () => {
  it('knows large providers without a DNS lookup', async () => {
    asked.length = 0
    expect(await detect('Ada@GMail.com')).toEqual({
      imapHost: 'imap.gmail.com',
      imapPort: 993,
      imapSecure: true,
      smtpHost: 'smtp.gmail.com',
      smtpPort: 465,
      smtpSecure: true,
      source: 'known',
    })
    expect(await detect('ada@icloud.com')).toMatchObject({ smtpPort: 587, smtpSecure: false })
    expect(asked).toEqual([])
    expect(new Set([...knownProviders.values()].map(({ imap }) => imap)).size).toBeGreaterThanOrEqual(25)
  })

  it('reads the SRV records of a domain, the preferred server first', async () => {
    expect(await detect('ada@firm.example')).toEqual({
      imapHost: 'mail.firm.example',
      imapPort: 1993,
      imapSecure: true,
      smtpHost: 'out.firm.example',
      smtpPort: 587,
      smtpSecure: false,
      source: 'dns',
    })
  })

  it('returns nulls when nothing is known, announced or answered in time', async () => {
    for (const domain of ['none.example', 'unknown.example', 'slow.example'])
      expect(await detect(`ada@${domain}`)).toEqual(nothing)
  })

  it('requires an address', async () => {
    const { status, body } = await ada.session('GET', '/api/v1/mailboxes/autodetect?address=ada')
    expect([status, body.code]).toEqual([400, 'request.bad_request'])
  })
})
