import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { newId } from '../../platform/ids/ids.ts'
import { deliverMail } from './deliver-mail.ts'
import { createMailbox, makeDue } from './fixtures/outbox.store.ts'
import { scriptedPorts } from './fixtures/scripted-ports.ts'
import { testOutbox } from './fixtures/test-outbox.ts'
import { purgeAged } from './fixtures/uploads.store.ts'
import { purgeUploads } from './uploads.store.ts'

let server: TestServer
let ada: TestMember
let box: Awaited<ReturnType<typeof testOutbox>>
beforeAll(async () => {
  server = await testServer()
  box = await testOutbox()
  ada = await createMember(server)
})
afterAll(async () => {
  await server.close()
  await box.close()
})

const path = '/api/v1/messages/attachments'
const boundary = 'frontier'
const type = `multipart/form-data; boundary=${boundary}`
type Part = { name?: string; filename?: string; mime?: string; content: string | Buffer }

const formOf = (...parts: Part[]) =>
  Buffer.concat([
    ...parts.flatMap(({ name = 'file', filename, mime = 'text/plain', content }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"` +
          `${filename === undefined ? '' : `; filename="${filename}"`}\r\nContent-Type: ${mime}\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
const post = (raw: Buffer, as = type) => ada.session('POST', path, { raw, type: as })
const upload = (filename: string, content: string | Buffer = 'text', mime?: string) =>
  post(formOf({ filename, content, ...(mime ? { mime } : {}) }))

describe('an upload', () => {
  it('is stored with its name, type and size', async () => {
    const { status, body } = await upload('Résumé 1.txt', 'hello')
    expect(status).toBe(201)
    expect(body.attachment).toEqual({
      id: expect.any(String),
      filename: 'Résumé 1.txt',
      mime: 'text/plain',
      size: 5,
    })
  })

  it('has the type detected from its content', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
    expect((await upload('x.txt', png)).body.attachment.mime).toBe('image/png')
  })

  it('has a name without path separators and direction overrides', async () => {
    const { body } = await upload('../..\\etc/pass\u202ewd.txt')
    expect(body.attachment.filename).not.toMatch(/[/\\\u202e]/)
  })

  it.each(['run.exe', 'RUN.EXE', 'a.pdf.js', 'x.bat ', 'x.ps1.', 'tool.sh', 'x.jar', 'x.vbs', 'x.e\u200bxe'])(
    'is rejected by its name: %s',
    async (name) => {
      const { status, body } = await upload(name)
      expect([status, body.code]).toEqual([400, 'sending.file_refused'])
    },
  )

  it.each([
    ['Windows', Buffer.from('MZ\x90\x00')],
    ['ELF', Buffer.from('7f454c4602010100', 'hex')],
    ['Mach-O', Buffer.from('cffaedfe07000001', 'hex')],
    ['WebAssembly', Buffer.from('0061736d01000000', 'hex')],
    ['a shell script', '#!/bin/sh\nrm -rf /'],
    ['a script after a byte order mark', '\ufeff#!/usr/bin/env python'],
    ['PHP', '\n<?php system("x");'],
    ['a batch file', '@ECHO OFF\r\ndel *'],
    ['a batch file in UTF-16', Buffer.from('\ufeff@echo off', 'utf16le')],
  ])('is rejected by its content: %s', async (_name, content) => {
    const { status, body } = await upload('harmless.txt', content)
    expect([status, body.code]).toEqual([400, 'sending.file_refused'])
  })

  it('returns 413 above 25 MB and accepts exactly 25 MB', async () => {
    const maxBytes = 25 * 1024 * 1024
    expect((await upload('fits.bin', Buffer.alloc(maxBytes))).status).toBe(201)
    for (const size of [maxBytes + 1, maxBytes + 100_000]) {
      const { status, body } = await upload('large.bin', Buffer.alloc(size))
      expect([status, body.code]).toEqual([413, 'request.payload_too_large'])
    }
  })

  it.each<[string, Buffer, string?]>([
    ['no part', formOf()],
    ['another part', formOf({ name: 'other', filename: 'a.txt', content: 'a' })],
    ['a field instead of a file', formOf({ content: 'a' })],
    ['a field beside the file', formOf({ filename: 'a.txt', content: 'a' }, { name: 'x', content: 'b' })],
    ['two files', formOf({ filename: 'a.txt', content: 'a' }, { filename: 'b.txt', content: 'b' })],
    ['a truncated form', formOf({ filename: 'a.txt', content: 'a' }).subarray(0, -20)],
    ['no boundary', formOf({ filename: 'a.txt', content: 'a' }), 'multipart/form-data'],
    ['another boundary', formOf({ filename: 'a.txt', content: 'a' }), 'multipart/form-data; boundary=x'],
    ['JSON', Buffer.from('{"file":"x"}'), 'application/json'],
    ['bytes', Buffer.from('x'), 'application/octet-stream'],
    ['nothing', Buffer.alloc(0)],
  ])('of %s returns 400', async (_name, raw, as) => {
    const { status, body } = await post(raw, as)
    expect([status, body.code]).toEqual([400, 'request.bad_request'])
    expect((await ada.session('GET', '/api/v1/me')).status).toBe(200)
  })

  it('is attached unchanged, to more than one mail if requested', async () => {
    const content = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 256))
    const { body } = await upload('data.dat', content, 'application/x-thing')
    const { id } = body.attachment
    const mailboxId = await createMailbox(server.db, ada.id)
    for (const clientToken of [newId(), newId()]) {
      const mail = {
        mailboxId,
        to: ['b@example.com'],
        subject: '',
        bodyText: '',
        attachments: [{ id }],
        clientToken,
      }
      const { body: queued } = await ada.session('POST', '/api/v1/messages/send', { body: mail })
      await makeDue(server.db, queued.opId)
      const ports = scriptedPorts()
      await deliverMail({ ...box.deps, ports }, queued.opId, { ...box.context, db: server.db })
      const source = String(ports.dialogues[0]?.source)
      expect(source).toContain('application/x-thing')
      expect(source.replaceAll('\r\n', '')).toContain(content.toString('base64'))
    }
  })

  it('is purged after a day unless a pending mail needs it', async () => {
    const [unused, used] = [await upload('a.txt'), await upload('b.txt')].map(
      ({ body }) => body.attachment.id,
    )
    const mailboxId = await createMailbox(server.db, ada.id)
    const mail = { mailboxId, to: ['b@example.com'], subject: '', bodyText: '', clientToken: newId() }
    await ada.session('POST', '/api/v1/messages/send', { body: { ...mail, attachments: [{ id: used }] } })
    const left = await purgeAged(server.db, [unused, used], (db) => purgeUploads(db, 100))
    expect(left).toEqual([used])
  })
})
