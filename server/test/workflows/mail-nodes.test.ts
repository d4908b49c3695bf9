import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/platform/db/sql.ts'
import { chainOf, graphOf } from '../../src/slices/executions/fixtures/graphs.ts'
import { eventually, publish, stepsOf } from '../../src/slices/executions/fixtures/run-workflow.ts'
import { describeWithMail } from '../mail/available.ts'
import { mailWithAttachments } from '../mail/messages.ts'
import { dryRun, headersOf, type MailWorld, mailFrom, runOn, startMailWorld } from './mail-world.ts'

type Node = [type: string, params: Record<string, unknown>]
const report = { name: 'report.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.4 a report') }

/** Nodes by short name, with their test parameters. */
const nodes: Record<string, Node> = {
  draft: ['mail.draft', { body: 'A first version.', reason: 'Money is involved.' }],
  kept: ['mail.draft', { body: 'A first version.', place: 'drafts' }],
  send: ['mail.send', { to: 'bob@mail.test', subject: 'About {{ message.subject }}', body: 'News.' }],
  reply: ['mail.reply', { body: 'Thank you, {{ sender.name }}.' }],
  forward: ['mail.forward', { to: 'carol@mail.test', note: 'For you.' }],
  label: ['mail.label', { add: ['Blue', 'Red'], remove: ['Green'] }],
  move: ['mail.move', { folder: 'folder:Projects' }],
  archive: ['mail.archive', {}],
  trash: ['mail.trash', {}],
  spam: ['mail.spam', {}],
  flag: ['mail.flag', {}],
  read: ['mail.read', {}],
  save_attachments: ['mail.save_attachments', {}],
}
const graphWith = (node: Node) => chainOf({ mail: ['trigger.message'], node })
const subjectOf = (name: string) => `Case ${name.replace('_', ' ')}`
const sourceOf = (name: string) =>
  name === 'forward' || name === 'save_attachments'
    ? mailWithAttachments({
        seed: 7,
        from: 'Bob <bob@mail.test>',
        subject: subjectOf(name),
        messageId: `${name}@mail.test`,
        text: 'See the report.',
        attachments: [report],
      })
    : mailFrom('Bob <bob@mail.test>', subjectOf(name))

let world: MailWorld
const ids: Record<string, string> = {}

const names = (found: { subject: string }[]) => found.map(({ subject }) => subject)
const run = async (name: string, graph = graphWith(nodes[name] ?? ['', {}])) => {
  const [done] = await runOn(world.ada, await publish(world.ada, graph), [ids[name] ?? ''])
  expect(done.status, JSON.stringify(done.error)).toBe('succeeded')
  return stepsOf(done)
}
const sent = async (nodeType: string) =>
  (await world.get('/api/v1/sending/journal')).items.find(
    (one: { nodeType: string }) => one.nodeType === nodeType,
  )

/** Everything that a node could change. */
async function everything() {
  const folders = await Promise.all(
    ['INBOX', 'Projects', 'Archive', 'Trash', 'Junk', 'Drafts', 'Sent'].map((name) => world.folder(name)),
  )
  const [bob, carol] = [world.sources('bob'), world.sources('carol')]
  const mirrored = await world.server.db.rows(sql`
    select id, folder_id, seen, flagged, classification from messages order by id`)
  const kept = await world.server.db.rows(sql`
    select (select count(*) from uploaded_files) as uploads, (select count(*) from outgoing_messages) as mails,
      (select count(*) from message_ops) as ops, (select count(*) from notifications) as notices`)
  return { folders, bob, carol, mirrored, kept }
}

describeWithMail('the mail nodes', () => {
  beforeAll(async () => {
    world = await startMailWorld()
    await Promise.all(
      Object.keys(nodes).map(async (name) => {
        ids[name] = await world.receive(sourceOf(name), subjectOf(name))
      }),
    )
  })
  afterAll(() => world?.close())

  it('have no effect in a simulated run, and report simulated effects', async () => {
    const before = await everything()
    for (const [name, node] of Object.entries(nodes)) {
      const done = await dryRun(world.ada, graphWith(node), ids[name] ?? '')
      expect(done, `${name} ${JSON.stringify(done.error)}`).toMatchObject({
        status: 'succeeded',
        simulated: true,
      })
      expect(stepsOf(done).node, name).toMatchObject({ effects: [{ simulated: true }] })
    }
    expect(await everything()).toEqual(before)
    expect((await world.get('/api/v1/executions/summary')).failed).toBe(0)
  })

  it.each([
    ['move', 'Projects', 'mail.move'],
    ['archive', 'Archive', 'mail.archive'],
    ['trash', 'Trash', 'mail.trash'],
    ['spam', 'Junk', 'mail.spam'],
  ])('%s moves the message to %s on the server', async (name, folder, kind) => {
    expect((await run(name)).node).toMatchObject({ data: { changed: true }, effects: [{ kind }] })
    const subject = subjectOf(name)
    await expect.poll(async () => names(await world.folder(folder)), eventually).toContain(subject)
    expect(names(await world.folder('INBOX'))).not.toContain(subject)
  })

  it.each([
    ['flag', '\\Flagged', { flagged: false }],
    ['read', '\\Seen', { read: false }],
  ])('%s sets and clears %s on the server', async (name, flag, back) => {
    const flags = async () =>
      (await world.folder('INBOX')).find(({ subject }) => subject === subjectOf(name))?.flags
    await run(name)
    await expect.poll(flags, eventually).toContain(flag)
    // Setting it again is not an effect.
    expect((await run(name)).node).toMatchObject({ data: { changed: false }, effects: [] })
    await run(name, graphWith([`mail.${name}`, back]))
    await expect.poll(flags, eventually).not.toContain(flag)
  })

  it('label adds and removes labels, in the app and on the server', async () => {
    const flags = async () =>
      (await world.folder('INBOX')).find(({ subject }) => subject === subjectOf('label'))?.flags.toSorted()
    const labels = async () => (await world.get(`/api/v1/messages/${ids.label}`)).classification.labels
    expect((await run('label')).node).toMatchObject({ data: { changed: true } })
    expect(await labels()).toEqual(['Blue', 'Red'])
    await expect.poll(flags, eventually).toEqual(['Blue', 'Red'])
    expect((await run('label')).node).toMatchObject({ data: { changed: false }, effects: [] })
    await run('label', graphWith(['mail.label', { add: ['Green'], remove: ['Blue', 'Black'] }]))
    expect(await labels()).toEqual(['Green', 'Red'])
    await expect.poll(flags, eventually).toEqual(['Green', 'Red'])
    expect(await labels()).toEqual(['Green', 'Red'])
  })

  it('find returns the same messages as the search', async () => {
    const search = (q: string) =>
      graphOf({ mail: ['trigger.message'], node: ['mail.find', { q, mailboxId: world.mailboxId }] }, [
        ['mail', 'node'],
      ])
    const found = (await run('read', search('subject:"Case label" from:bob@mail.test'))).node
    expect(found).toMatchObject({ output: 'found', data: { count: 1, first: { id: ids.label } } })
    expect((await run('read', search('subject:"Nobody wrote this"'))).node).toMatchObject({
      output: 'none',
      data: { count: 0, first: null },
    })
    const tried = await dryRun(world.ada, search('subject:"Case label"'), ids.read ?? '')
    expect(stepsOf(tried).node).toMatchObject({ output: 'found' })
  })

  it('draft holds a reply for review and sends nothing', async () => {
    expect((await run('draft')).node).toMatchObject({
      data: { held: true, to: ['bob@mail.test'] },
      effects: [{ kind: 'mail.held' }],
    })
    expect(await sent('mail.draft')).toMatchObject({
      mode: 'draft',
      sendStatus: 'held',
      reviewStatus: 'pending',
      reviewReason: 'Money is involved.',
      subject: `Re: ${subjectOf('draft')}`,
      messageId: ids.draft,
      recipients: ['bob@mail.test'],
    })
    expect(world.sources('bob').filter((one) => one.includes(subjectOf('draft')))).toEqual([])
  })

  it('draft puts a reply into Drafts on the server, in its thread, once, and sends nothing', async () => {
    const workflowId = await publish(world.ada, graphWith(nodes.kept ?? ['', {}]))
    const [done] = await runOn(world.ada, workflowId, [ids.kept ?? ''])
    expect(stepsOf(done).node).toMatchObject({
      data: { held: false, to: ['bob@mail.test'] },
      effects: [{ kind: 'mail.drafted' }],
    })
    const subject = `Re: ${subjectOf('kept')}`
    const draft = await world.arrived('ada', `Subject: ${subject}`, 'Drafts')
    expect(headersOf(draft)).toMatchObject({
      to: 'bob@mail.test',
      'in-reply-to': '<Case-kept@mail.test>',
      references: '<Case-kept@mail.test>',
    })
    expect(headersOf(draft)).not.toHaveProperty('auto-submitted')
    const item = () => world.get(`/api/v1/sending/journal?workflowId=${workflowId}`)
    await expect.poll(async () => (await item()).items[0].sendStatus, eventually).toBe('done')
    expect((await item()).items).toMatchObject([{ mode: 'draft', reviewStatus: 'none', messageId: ids.kept }])
    const { threadId } = await world.get(`/api/v1/messages/${ids.kept}`)
    const inThread = async () => (await world.get(`/api/v1/threads/${threadId}`)).messages
    await expect.poll(async () => (await inThread()).length, eventually).toBe(2)
    expect((await inThread())[1]).toMatchObject({ subject, flags: { draft: true, seen: true } })
    // Repeat the job, as after a crash: the draft is recognised and not appended again.
    await world.server.db.run(sql`
      update outgoing_messages set send_status = 'pending', source = ${Buffer.from(draft)}
      where workflow_id = ${workflowId}`)
    await world.server.db.run(sql`
      select graphile_worker.add_job('sending.deliver', json_build_object('id', ${done.steps[1].data.id}::text))`)
    await expect.poll(async () => (await item()).items[0].sendStatus, eventually).toBe('done')
    const drafts = await world.folder('Drafts')
    expect(drafts.filter((one) => one.subject === subject)).toMatchObject([
      { flags: expect.arrayContaining(['\\Draft', '\\Seen']) },
    ])
    expect(world.sources('bob').filter((one) => one.includes(subjectOf('kept')))).toEqual([])
  })

  it('send sends a new mail with the headers of automatic mail', async () => {
    await run('send')
    const mail = await world.arrived('bob', `Subject: About ${subjectOf('send')}`)
    expect(headersOf(mail)).toMatchObject({
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'All',
      'x-mailwright-loop': expect.stringMatching(/^v1 /),
    })
    expect(headersOf(mail)).not.toHaveProperty('in-reply-to')
  })

  it('reply sends in the thread and quotes the original', async () => {
    await run('reply')
    const mail = await world.arrived('bob', `Subject: Re: ${subjectOf('reply')}`)
    expect(headersOf(mail)).toMatchObject({
      'in-reply-to': '<Case-reply@mail.test>',
      'auto-submitted': 'auto-replied',
    })
    expect(mail).toContain('Thank you, Bob.')
    expect(mail).toContain('> Hello Ada.')
  })

  it('forward sends the message and its attachments to another recipient', async () => {
    await run('forward')
    const mail = await world.arrived('carol', `Subject: Fwd: ${subjectOf('forward')}`)
    expect(mail).toContain('For you.')
    expect(mail).toContain('See the report.')
    expect(mail).toContain('report.pdf')
    expect(mail.replaceAll(/\s/g, '')).toContain(report.content.toString('base64'))
  })

  it('save_attachments saves files that a later mail attaches', async () => {
    const graph = chainOf({
      mail: ['trigger.message'],
      keep: ['mail.save_attachments'],
      send: [
        'mail.send',
        {
          to: 'carol@mail.test',
          subject: 'The kept report',
          body: 'Here it is.',
          attachments: '{{ steps.keep.data.ids }}',
        },
      ],
    })
    const tried = await dryRun(world.ada, graph, ids.save_attachments ?? '')
    expect(tried.status, JSON.stringify(tried.error)).toBe('succeeded')
    const steps = await run('save_attachments', graph)
    expect(steps.keep).toMatchObject({ data: { count: 1, files: [{ filename: 'report.pdf' }] } })
    const mail = await world.arrived('carol', 'Subject: The kept report')
    expect(mail.replaceAll(/\s/g, '')).toContain(report.content.toString('base64'))
  })
})
