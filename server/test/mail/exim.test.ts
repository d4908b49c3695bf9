import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWithMail } from './available.ts'
import { type Dovecot, startDovecot } from './dovecot.ts'
import { type Exim, startExim } from './exim.ts'

describeWithMail('a private Exim', () => {
  let dovecot: Dovecot
  let exim: Exim
  beforeAll(async () => {
    dovecot = await startDovecot({ users: ['ada', 'bob'] })
    exim = await startExim({ dovecot, users: ['ada'], tokens: { ada: 'good-token' } })
  })
  afterAll(async () => {
    await exim.stop()
    await dovecot.stop()
  })

  const { username: user, password: pass } = { username: 'ada@mail.test', password: 'secret-ada' }
  const send = async (to: string[], how: object = { auth: { user, pass } }) => {
    const base = { host: 'localhost', port: exim.smtpPort, requireTLS: true, tls: { ca: exim.certificate } }
    const transport = createTransport({ ...base, ...how })
    return transport.sendMail({ from: user, to, subject: 'Hello', text: 'A mail' })
  }
  const inbox = (name: string) => {
    const folder = join(dovecot.maildir(name), 'new')
    try {
      return readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
    } catch {
      return []
    }
  }

  it('delivers into Dovecot, over STARTTLS and implicit TLS, by password and by token', async () => {
    await send(['bob@mail.test'])
    await send(['bob@mail.test'], { auth: { user, pass }, port: exim.smtpsPort, secure: true })
    await send(['bob@mail.test'], { auth: { user, pass }, authMethod: 'LOGIN' })
    await send(['bob@mail.test'], { auth: { type: 'OAUTH2', user, accessToken: 'good-token' } })
    await expect.poll(() => inbox('bob').length).toBe(4)
  })

  it('rejects a wrong password and a wrong token', async () => {
    const refused = { responseCode: 535 }
    await expect(send(['bob@mail.test'], { auth: { user, pass: 'wrong' } })).rejects.toMatchObject(refused)
    const auth = { type: 'OAUTH2', user, accessToken: 'wrong' }
    await expect(send(['bob@mail.test'], { auth })).rejects.toMatchObject(refused)
  })

  it.each([
    ['reject550', 550],
    ['reject-policy550', 550],
    ['defer451', 451],
    ['reject-data554', 554],
    ['defer-data451', 451],
  ])('replies to %s with %i', async (localPart, responseCode) => {
    await expect(send([`${localPart}@mail.test`])).rejects.toMatchObject({ responseCode })
  })

  it('accepts some recipients and rejects others', async () => {
    const { accepted, rejected } = await send(['bob@mail.test', 'reject550@mail.test'])
    expect({ accepted, rejected }).toEqual({ accepted: ['bob@mail.test'], rejected: ['reject550@mail.test'] })
  })

  it('sends a real delivery status notification', async () => {
    await send(['bounce@mail.test'])
    const report = () => inbox('ada').find((mail) => mail.includes('report-type=delivery-status'))
    await expect.poll(report).toContain('Final-Recipient: rfc822;bounce@mail.test')
  })
})
