import { permanent } from '../../engine/index.ts'
import type { ComposeRequest, TablesPort } from '../../nodes/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { describeMessage, type Source, visibleText } from '../../slices/ai/index.ts'
import { findOwnAddresses } from '../../slices/mailboxes/index.ts'
import { findPreferences } from '../../slices/members/index.ts'
import {
  AttachmentUnavailable,
  type ConversationMessage,
  type FetchAttachment,
  findConversation,
  findWrittenTo,
  type RunMessage,
} from '../../slices/messages/index.ts'
import { findVisibleSignature } from '../../slices/signatures/index.ts'
import { findMaterial } from './ai-material.ts'
import type { PortContext } from './port-context.ts'

const maxMessages = 12
const maxEarlier = 3
const maxTextFileBytes = 200_000
const maxPdfBytes = 10 * 1024 * 1024
const maxAttachments = 5
const maxAttachmentChars = 20_000

export type SourceDeps = {
  db: Database
  fetchAttachment: FetchAttachment
  readPdfText(db: Database, file: { memberId: string; messageId: string; position: number }): Promise<string>
}

const dayOf = (time: string) => time.slice(0, 10)

const messageSource = (message: ConversationMessage): Source => ({
  id: message.id,
  kind: 'message',
  title: message.from?.name ?? message.from?.email ?? '',
  text: describeMessage(message),
  date: dayOf(message.receivedAt),
  ...(!message.isOwn && { foreign: true }),
})

type FileText = { message: RunMessage; memberId: string; file: RunMessage['attachments'][number] }

const isText = ({ mime, size }: FileText['file']) => mime.startsWith('text/') && size <= maxTextFileBytes
const isPdf = ({ mime, filename, size }: FileText['file']) =>
  size <= maxPdfBytes &&
  (mime === 'application/pdf' ||
    (mime === 'application/octet-stream' && filename.toLowerCase().endsWith('.pdf')))

async function readFile(
  { db, fetchAttachment, readPdfText }: SourceDeps,
  { message, memberId, file }: FileText,
) {
  const ref = { messageId: message.id, position: file.position }
  if (isPdf(file)) return readPdfText(db, { memberId, ...ref })
  const raw = (await fetchAttachment(db, ref))?.toString('utf8') ?? ''
  return visibleText(
    file.mime === 'text/html' ? { bodyText: null, bodyHtml: raw } : { bodyText: raw, bodyHtml: null },
  )
}

async function readAttachments(deps: SourceDeps, message: RunMessage, memberId: string): Promise<Source[]> {
  const readable = message.attachments.filter((file) => isText(file) || isPdf(file)).slice(0, maxAttachments)
  const sources: Source[] = []
  for (const file of readable) {
    const text = await readFile(deps, { message, memberId, file }).catch((error) => {
      // A text is written without it rather than not at all: what rests on it will be marked.
      if (!(error instanceof AttachmentUnavailable)) throw error
    })
    if (!text) continue
    sources.push({
      id: `${message.id}#${file.position}`,
      kind: 'attachment',
      title: file.filename,
      text: text.slice(0, maxAttachmentChars),
      foreign: true,
    })
  }
  return sources
}

async function readTables(tables: TablesPort, knowledge: ComposeRequest['knowledge']): Promise<Source[]> {
  const sources: Source[] = []
  for (const { table, ...query } of knowledge)
    for (const row of await tables.find(table, query))
      sources.push({
        id: row.id,
        kind: 'row',
        title: table,
        text: Object.entries(row.values)
          .filter(([, value]) => value !== null && value !== '')
          .map(([column, value]) => `${column}: ${value}`)
          .join('; '),
      })
  return sources
}

async function readMember({ db, facts }: PortContext, signatureId: string | undefined) {
  const { memberId } = facts
  const member = (await findPreferences(db, memberId))?.member
  const signature =
    signatureId === undefined ? undefined : await findVisibleSignature(db, memberId, signatureId)
  if (signatureId !== undefined && !signature)
    throw permanent('mail.signature_gone', 'The signature no longer exists.')
  const addresses = [...(await findOwnAddresses(db, memberId))].join(', ')
  const text = [member?.name ?? '', addresses, signature?.bodyText ?? ''].filter(Boolean).join('\n')
  const source: Source = { id: 'member', kind: 'member', title: member?.name ?? '', text }
  return { source, writer: member?.name ?? '', signature: signature?.bodyText }
}

/** All that a composed text may rest on, and how the member has written to this person before. */
export async function gatherSources(
  deps: SourceDeps,
  context: PortContext,
  tables: TablesPort,
  request: ComposeRequest,
) {
  const { db, facts } = context
  const { message, text } = request.material
    ? await findMaterial(context, request.material)
    : { message: undefined, text: '' }
  const conversation = message
    ? await findConversation(db, facts.memberId, message.threadId, maxMessages)
    : []
  const member = await readMember(context, request.signatureId)
  const sender = message?.from?.email
  const earlier =
    request.useEarlierAnswers && sender ? await findWrittenTo(db, facts.memberId, sender, maxEarlier) : []
  const known = new Set(conversation.map(({ id }) => id))
  const sources: Source[] = [
    ...conversation.map(messageSource),
    ...(message && !known.has(message.id) ? [messageSource({ ...message, isOwn: false })] : []),
    ...(message === undefined && text !== ''
      ? [{ id: 'text', kind: 'message', title: '', text, foreign: true } as const]
      : []),
    ...(message && request.readAttachments ? await readAttachments(deps, message, facts.memberId) : []),
    ...(await readTables(tables, request.knowledge)),
    { id: 'instructions', kind: 'instructions', title: '', text: request.instructions },
    member.source,
  ]
  return {
    sources,
    earlier: earlier.filter(({ id }) => !known.has(id)).map(messageSource),
    writer: member.writer,
    signature: member.signature,
  }
}
