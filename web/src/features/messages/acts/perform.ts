import { client } from '../../../api/client.ts'
import { faultText } from '../../../api/fault-text.ts'
import { reread } from '../../../api/read.ts'
import { clientToken } from '../../../lib/client-token.ts'
import { wordsNow } from '../../../lib/words/words.ts'
import type { IconName } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { messageWords } from '../messages.words.ts'
import { type Act, type ActionName, addActs, dropAct, settleAct } from './pending.ts'

export const actIcons: Record<ActionName, IconName> = {
  archive: 'archive',
  unarchive: 'inbox',
  trash: 'bin',
  restore: 'undo',
  spam: 'junk',
  notSpam: 'inbox',
  markRead: 'mail',
  markUnread: 'mail-in',
  flag: 'star',
  unflag: 'star',
  deletePermanently: 'bin',
  move: 'folder-go',
}

const inverses: Partial<Record<ActionName, ActionName>> = {
  archive: 'unarchive',
  unarchive: 'archive',
  trash: 'restore',
  restore: 'trash',
  spam: 'notSpam',
  notSpam: 'spam',
  markRead: 'markUnread',
  markUnread: 'markRead',
  flag: 'unflag',
  unflag: 'flag',
  move: 'move',
}

type Labels = NonNullable<Act['labels']>
type Request = {
  action: ActionName
  threadIds: readonly string[]
  labels?: Labels | undefined
  /** The labels that take a move back. */
  undoLabels?: Labels | undefined
  isQuiet?: boolean
  /** What has to be sent before. */
  after?: Promise<void>
}

// The service takes as many requests of a member at once.
const maxParallel = 4

async function send(act: Act): Promise<boolean> {
  const { id, threadId, action, labels } = act
  try {
    await client.threads.act({
      params: { id: threadId },
      body: { action, clientToken: id, ...(labels && { labels }) },
    })
    settleAct(id)
    return true
  } catch (error) {
    dropAct(id)
    showToast({ icon: 'warning', text: wordsNow(messageWords).failedAct(faultText(error)), isFault: true })
    return false
  }
}

async function sendAll(acts: readonly Act[], after: Promise<void> | undefined): Promise<void> {
  await after
  const waiting = [...acts]
  const work = async () => {
    for (let act = waiting.shift(); act; act = waiting.shift()) await send(act)
  }
  await Promise.all(Array.from({ length: maxParallel }, work))
  await reread(['threads'], ['folders'])
}

/** Acts on threads: shown at once, sent in the background, and taken back with the toast. */
export function perform({ action, threadIds, labels, undoLabels, isQuiet, after }: Request): Promise<void> {
  const acts = threadIds.map((threadId): Act => ({ id: clientToken(), threadId, action, labels }))
  addActs(acts)
  const sent = sendAll(acts, after)
  const inverse = inverses[action]
  const t = wordsNow(messageWords)
  const canUndo = inverse && (action !== 'move' || undoLabels)
  // Shown at once, and sent after what it takes back.
  const undo = () =>
    void perform({ action: inverse ?? action, threadIds, labels: undoLabels, isQuiet: true, after: sent })
  if (!isQuiet)
    showToast({
      icon: actIcons[action],
      text: t.done[action](threadIds.length),
      action: canUndo ? { label: t.undo, keys: 'z', run: undo } : undefined,
    })
  return sent
}
