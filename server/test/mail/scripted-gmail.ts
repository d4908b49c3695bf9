import { splitArguments } from './imap-wire.ts'
import { startScriptedImap } from './scripted-imap.ts'
import {
  addMail,
  folderNamed,
  type ImapHandler,
  nextModseq,
  type ScriptedFolder,
  type ScriptedImap,
  type ScriptedMail,
} from './scripted-types.ts'

const capabilities =
  'IMAP4rev1 SASL-IR ID ENABLE IDLE NAMESPACE UIDPLUS CONDSTORE MOVE LITERAL+ SPECIAL-USE X-GM-EXT-1 AUTH=PLAIN'
const allMail = '[Gmail]/All Mail'
const special: Record<string, string> = {
  [allMail]: '\\All',
  '[Gmail]/Drafts': '\\Drafts',
  '[Gmail]/Important': '\\Important',
  '[Gmail]/Sent Mail': '\\Sent',
  '[Gmail]/Spam': '\\Junk',
  '[Gmail]/Starred': '\\Flagged',
  '[Gmail]/Trash': '\\Trash',
}

export type ScriptedGmail = ScriptedImap & {
  all: ScriptedFolder
  trash: ScriptedFolder
  spam: ScriptedFolder
  /** Delivers to All Mail with these labels, and notifies clients in IDLE on the inbox. */
  deliver(source: string, labels: string[], threadId?: string): ScriptedMail
  relabel(uid: number, labels: string[]): void
}

const folder = (attributes: string[]): ScriptedFolder => ({
  uidValidity: 1,
  uidNext: 1,
  highestModseq: 1,
  messages: [],
  attributes,
})

/** A message moved from trash or spam to a label returns to All Mail with that label. */
const moveOut: ImapHandler = ({ args }, peer, defaultReply) => {
  const [set = '', wireName = ''] = splitArguments(args)
  const [name = ''] = folderNamed(peer, wireName) ?? []
  const [from, all] = [peer.server.folders[peer.selected ?? ''], peer.server.folders[allMail]]
  if (name in special || !from || !all || !/Trash|Spam/.test(peer.selected ?? '')) return defaultReply()
  const uids = set.split(',').map(Number)
  for (const mail of from.messages.filter(({ uid }) => uids.includes(uid))) {
    const label = name === 'INBOX' ? '\\Inbox' : name
    addMail(all, { ...mail, labels: [...(mail.labels ?? []), label], modseq: nextModseq(all) })
    peer.send(`* ${from.messages.indexOf(mail) + 1} EXPUNGE`)
    from.messages.splice(from.messages.indexOf(mail), 1)
  }
  nextModseq(from)
  peer.ok('[COPYUID 1 1 77] moved')
}

/** Assigning an unknown label creates it. */
const createLabels: ImapHandler = (_command, peer, defaultReply) => {
  defaultReply()
  const { folders } = peer.server
  for (const label of folders[peer.selected ?? '']?.messages.flatMap(({ labels = [] }) => labels) ?? [])
    if (!label.startsWith('\\')) folders[label] ??= folder([])
}

/** A server with Gmail labels (X-GM-EXT-1), as far as a mirror sees them. */
export async function startScriptedGmail(labels: string[] = []): Promise<ScriptedGmail> {
  const folders: Record<string, ScriptedFolder> = { INBOX: folder([]), '[Gmail]': folder(['\\Noselect']) }
  for (const [name, use] of Object.entries(special)) folders[name] = folder([use])
  for (const name of labels) folders[name] = folder([])
  const server = await startScriptedImap({ capabilities: capabilities.split(' '), folders })
  server.on['UID MOVE'] = moveOut
  server.on['UID STORE'] = createLabels
  const at = (name: string) => folders[name] as ScriptedFolder
  const all = at(allMail)
  const deliver = (source: string, newLabels: string[], threadId = String(1_000 + (all.uidNext ?? 0))) => {
    const mail = { source, labels: newLabels, threadId, modseq: nextModseq(all), date: new Date() }
    const added = addMail(all, mail)
    if (newLabels.includes('\\Inbox')) {
      addMail(at('INBOX'), mail)
      for (const peer of server.peers)
        if (peer.idleTag && peer.selected === 'INBOX') peer.send(`* ${at('INBOX').messages.length} EXISTS`)
    }
    return added
  }
  const relabel = (uid: number, newLabels: string[]) => {
    const mail = all.messages.find((one) => one.uid === uid)
    if (mail) Object.assign(mail, { labels: newLabels, modseq: nextModseq(all) })
  }
  return Object.assign(server, {
    all,
    trash: at('[Gmail]/Trash'),
    spam: at('[Gmail]/Spam'),
    deliver,
    relabel,
  })
}
