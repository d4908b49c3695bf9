import { afterAll, beforeAll, expect, it } from 'vitest'
import { chainOf } from '../../src/slices/executions/fixtures/graphs.ts'
import { publish, stepsOf } from '../../src/slices/executions/fixtures/run-workflow.ts'
import { describeWithMail } from '../mail/available.ts'
import { type MailWorld, mailFrom, runOn, startMailWorld } from './mail-world.ts'

const name = '<a href=https://evil.test>Pay here</a><img src=https://evil.test/open.gif>'
const html = [
  '<p onclick="x()">Hello <b>Carol</b></p><script>x()</script>',
  '<img src="https://evil.test/open.gif"><p style="background:url(//evil.test/b.gif)">end</p>',
].join('')

let world: MailWorld
let messageId: string

/** The source without its quoted-printable encoding. */
const decoded = (source: string) =>
  source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

async function sentBy(node: [string, Record<string, unknown>], to: string, subject: string) {
  const workflowId = await publish(world.ada, chainOf({ mail: ['trigger.message'], node }))
  const [done] = await runOn(world.ada, workflowId, [messageId])
  expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
  return decoded(await world.arrived(to, subject))
}

describeWithMail('HTML from a stranger in a mail to a third party', () => {
  beforeAll(async () => {
    world = await startMailWorld()
    const subject = 'Offer <img src=//evil.test/s.gif>'
    const source = mailFrom(`"${name}" <bob@mail.test>`, subject, [], 'Hello Ada.').replace(
      /text\/plain; charset=utf-8\r\n\r\n[\s\S]*$/,
      `text/html; charset=utf-8\r\n\r\n${html}\r\n`,
    )
    messageId = await world.receive(source, 'Offer')
  })
  afterAll(() => world?.close())

  it.each([
    ['mail.send', { to: 'carol@mail.test', subject: 'Name of the sender' }, 'carol', 'Name of the sender'],
    ['mail.reply', { quoteOriginal: false, subject: 'Back to the sender' }, 'bob', 'Back to the sender'],
    [
      'mail.draft',
      { kind: 'new', place: 'drafts', to: 'carol@mail.test', subject: 'In the drafts' },
      'ada',
      'In the drafts',
    ],
  ])('%s: a display name adds neither a link nor a tracking picture', async (type, params, user, subject) => {
    const body = '<p>From {{ sender.name }} about {{ message.subject }}</p>'
    const workflowId = await publish(
      world.ada,
      chainOf({ mail: ['trigger.message'], node: [type, { ...params, body, format: 'html' }] }),
    )
    const [done] = await runOn(world.ada, workflowId, [messageId])
    expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
    const source = decoded(await world.arrived(user, subject, type === 'mail.draft' ? 'Drafts' : undefined))
    expect(source).toContain('<p>From &lt;a href=https://evil.test&gt;Pay here')
    expect(source).toContain('about Offer &lt;img')
    const [, html = ''] = source.split('Content-Type: text/html')
    expect(html).not.toMatch(/<(?:a|img)\b/)
  })

  it('keeps the sign in a mail of plain text', async () => {
    const params = { to: 'carol@mail.test', subject: 'Plain words', body: 'From {{ sender.name }}' }
    expect(await sentBy(['mail.send', params], 'carol', 'Plain words')).toContain('From <a href=')
  })

  it('raw: the HTML of a message is sanitised and loads no picture', async () => {
    const params = {
      to: 'carol@mail.test',
      subject: 'The whole message',
      body: '<div class="own">{{ message.html | raw }}</div>',
      format: 'html',
    }
    const source = await sentBy(['mail.send', params], 'carol', 'The whole message')
    expect(source).toContain('<div class="own"><p>Hello <b>Carol</b></p>')
    expect(source).toMatch(/end<\/p>\s*<\/div>/)
    expect(source).not.toMatch(/evil\.test|onclick|<script/)
  })

  it('a display name adds no recipient', async () => {
    const graph = chainOf({
      mail: ['trigger.message'],
      node: ['mail.send', { to: '{{ message.subject }} <carol@mail.test>', subject: 'One', body: 'x' }],
    })
    const id = await world.receive(
      mailFrom('Eve <eve@mail.test>', 'bob@mail.test, Carol'),
      'bob@mail.test, Carol',
    )
    const [done] = await runOn(world.ada, await publish(world.ada, graph), [id])
    expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
    expect(stepsOf(done).node?.data).toMatchObject({ to: ['carol@mail.test'] })
  })

  it('a subject adds no operator to a search', async () => {
    const find = async (q: string) => {
      const graph = chainOf({ mail: ['trigger.message'], node: ['mail.find', { q }] })
      const [done] = await runOn(world.ada, await publish(world.ada, graph), [id])
      expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
      return stepsOf(done).node?.data?.count
    }
    const subject = 'nothing OR is:unread'
    const id = await world.receive(mailFrom('Eve <eve@mail.test>', subject), subject)
    expect(await find('from:nobody {{ message.subject }}')).toBe(0)
    expect(await find('{{ message.subject | raw }} from:eve')).toBeGreaterThan(0)
  })

  it('raw is reported as a risk, and only where values are escaped', async () => {
    const warnings = async (params: object) => {
      const graph = chainOf({ mail: ['trigger.message'], node: ['mail.reply', params] })
      const made = await world.ada.session('POST', '/api/v1/workflows', { body: { name: 'Risk', graph } })
      expect(made.status).toBe(201)
      return made.body.validation.issues
    }
    const body = '{{ message.html | raw }}'
    expect(await warnings({ body, format: 'html' })).toMatchObject([
      { severity: 'warning', code: 'node.raw_value', nodeId: 'node', path: '/nodes/1/params/body' },
    ])
    expect(await warnings({ body, format: '{{ "html" }}' })).toMatchObject([{ code: 'node.raw_value' }])
    expect(await warnings({ body: '{{ message.html | raw | trim }}', format: 'html' })).toMatchObject([
      { severity: 'warning', code: 'node.raw_ignored' },
    ])
    expect(await warnings({ body: '{{ message.text }}', format: 'html' })).toEqual([])
    expect(await warnings({ body, format: 'text' })).toEqual([])
  })

  it('a plain signature keeps its signs and lines in HTML', async () => {
    const made = await world.ada.session('POST', '/api/v1/signatures', {
      body: { name: 'Plain', bodyText: 'Ada <ada@mail.test>\nR&D "North"' },
    })
    expect(made.status).toBe(201)
    const params = {
      to: 'carol@mail.test',
      subject: 'With a signature',
      body: '<p>Hello</p>',
      format: 'html',
      signatureId: made.body.signature.id,
    }
    const source = await sentBy(['mail.send', params], 'carol', 'With a signature')
    expect(source).toContain('-- <br>Ada &lt;ada@mail.test&gt;<br>R&amp;D &quot;North&quot;')
  })
})
