import { decodeName, encodeName } from '../../src/protocols/imap/utf7.ts'
import { inSet, splitArguments } from './imap-wire.ts'

import {
  addMail,
  folderNamed,
  highestUid,
  type ImapCommand,
  type ImapPeer,
  nextModseq,
  type ScriptedFolder,
  type ScriptedMail,
} from './scripted-types.ts'

type Reply = (command: ImapCommand, peer: ImapPeer) => void

const openFolder = (peer: ImapPeer): ScriptedFolder =>
  peer.server.folders[peer.selected ?? ''] ?? { uidValidity: null, messages: [] }
const selectMails = (folder: ScriptedFolder, set: string) =>
  folder.messages.filter(({ uid }) => inSet(set, uid, highestUid(folder)))

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const internalDate = (date: Date) =>
  `${String(date.getUTCDate()).padStart(2, ' ')}-${months[date.getUTCMonth()]}-${date.toISOString().slice(0, 4)} ${date.toISOString().slice(11, 19)} +0000`

const labelOnWire = (label: string) => `"${encodeName(label).replace(/["\\]/g, '\\$&')}"`

/** One FETCH response with the requested items. */
function fetchResponse(mail: ScriptedMail, sequence: number, items: string): Buffer {
  const source = Buffer.from(mail.source)
  const headerEnd = source.indexOf('\r\n\r\n')
  const header = source.subarray(0, headerEnd < 0 ? source.length : headerEnd + 4)
  const parts = [`UID ${mail.uid}`]
  if (/FLAGS/i.test(items)) parts.push(`FLAGS (${(mail.flags ?? []).join(' ')})`)
  if (/INTERNALDATE/i.test(items)) parts.push(`INTERNALDATE "${internalDate(mail.date ?? new Date(0))}"`)
  if (/RFC822\.SIZE/i.test(items)) parts.push(`RFC822.SIZE ${source.length}`)
  if (/MODSEQ/i.test(items)) parts.push(`MODSEQ (${mail.modseq ?? 1})`)
  if (/BODYSTRUCTURE/i.test(items)) parts.push('BODYSTRUCTURE ("text" "plain" NIL NIL NIL "7bit" 1 1)')
  if (mail.items) parts.push(mail.items)
  if (mail.labels && /X-GM-LABELS/i.test(items))
    parts.push(`X-GM-LABELS (${mail.labels.map(labelOnWire).join(' ')})`)
  if (mail.threadId && /X-GM-THRID/i.test(items))
    parts.push(`X-GM-THRID ${mail.threadId} X-GM-MSGID ${mail.threadId}${mail.uid}`)
  const [, section, from, length] = /BODY\.PEEK\[(HEADER)?\](?:<(\d+)\.(\d+)>)?/i.exec(items) ?? []
  const hasBody = /BODY\.PEEK\[/i.test(items)
  const whole = section ? header : source
  const bytes = length ? whole.subarray(Number(from), Number(from) + Number(length)) : whole
  const name = `BODY[${section ?? ''}]${from === undefined ? '' : `<${from}>`}`
  return Buffer.concat([
    Buffer.from(`* ${sequence} FETCH (${parts.join(' ')}${hasBody ? ` ${name} {${bytes.length}}\r\n` : ''}`),
    hasBody ? bytes : Buffer.alloc(0),
    Buffer.from(')\r\n'),
  ])
}

const fetch: Reply = ({ args }, peer) => {
  const folder = openFolder(peer)
  const [set = '', ...rest] = splitArguments(args)
  const since = Number(/CHANGEDSINCE (\d+)/i.exec(args)?.[1] ?? 0)
  if (/VANISHED/i.test(args) && folder.vanished?.length)
    peer.send(`* VANISHED (EARLIER) ${folder.vanished.join(',')}`)
  for (const mail of selectMails(folder, set))
    if ((mail.modseq ?? 1) > since || since === 0)
      peer.send(
        fetchResponse(mail, folder.messages.indexOf(mail) + 1, `${rest.join(' ')}${since ? ' MODSEQ' : ''}`),
      )
  peer.ok()
}

const store: Reply = ({ args }, peer) => {
  const folder = openFolder(peer)
  const [, set = '', unchanged, sign = '', what = '', names = ''] =
    /^(\S+) (?:\(UNCHANGEDSINCE (\d+)\) )?([+-]?)(FLAGS|X-GM-LABELS)\S* \((.*)\)$/i.exec(args) ?? []
  const isFlags = what.toUpperCase() === 'FLAGS'
  const values = isFlags ? names.split(' ').filter(Boolean) : splitArguments(names).map(decodeName)
  const modified: number[] = []
  for (const mail of selectMails(folder, set)) {
    if (unchanged && (mail.modseq ?? 1) > Number(unchanged)) {
      modified.push(mail.uid)
      continue
    }
    const kept = ((isFlags ? mail.flags : mail.labels) ?? []).filter((one) => !values.includes(one))
    const next = { '+': [...kept, ...values], '-': kept }[sign] ?? values
    Object.assign(mail, { [isFlags ? 'flags' : 'labels']: next, modseq: nextModseq(folder) })
  }
  peer.ok(modified.length ? `[MODIFIED ${modified.join(',')}] some` : 'done')
}

const remove = (peer: ImapPeer, mails: ScriptedMail[]) => {
  const folder = openFolder(peer)
  if (mails.length > 0) nextModseq(folder)
  for (const mail of mails) {
    const sequence = folder.messages.indexOf(mail) + 1
    folder.messages.splice(sequence - 1, 1)
    peer.send(`* ${sequence} EXPUNGE`)
  }
}

const transfer =
  (moves: boolean): Reply =>
  ({ args }, peer) => {
    const [set = '', name = ''] = splitArguments(args)
    const target = folderNamed(peer, name)?.[1]
    if (!target) return peer.no('[TRYCREATE] no such mailbox')
    const mails = selectMails(openFolder(peer), set)
    const copies = mails.map((mail) => addMail(target, { ...mail, modseq: nextModseq(target) }))
    const uidplus = peer.server.capabilities.includes('UIDPLUS') && mails.length > 0
    const ids = (list: ScriptedMail[]) => list.map(({ uid }) => uid).join(',')
    const code = `[COPYUID ${target.uidValidity} ${ids(mails)} ${ids(copies)}]`
    if (moves) {
      if (uidplus) peer.send(`* OK ${code} moved`)
      remove(peer, mails)
    }
    peer.ok(uidplus && !moves ? `${code} copied` : 'done')
  }

const append: Reply = ({ args }, peer) => {
  const argumentList = splitArguments(args)
  const folder = folderNamed(peer, argumentList[0] ?? '')?.[1]
  if (!folder) return peer.no('[TRYCREATE] no such mailbox')
  const { uid } = addMail(folder, { source: argumentList.at(-1) ?? '', modseq: nextModseq(folder) })
  peer.ok(
    peer.server.capabilities.includes('UIDPLUS') ? `[APPENDUID ${folder.uidValidity} ${uid}] done` : 'done',
  )
}

export const messageReplies: Record<string, Reply> = {
  'UID FETCH': fetch,
  'UID STORE': store,
  'UID COPY': transfer(false),
  'UID MOVE': transfer(true),
  'UID EXPUNGE': ({ args }, peer) => {
    remove(
      peer,
      selectMails(openFolder(peer), args).filter(({ flags }) => flags?.includes('\\Deleted')),
    )
    peer.ok()
  },
  EXPUNGE: (_command, peer) => {
    remove(
      peer,
      openFolder(peer).messages.filter(({ flags }) => flags?.includes('\\Deleted')),
    )
    peer.ok()
  },
  APPEND: append,
}
