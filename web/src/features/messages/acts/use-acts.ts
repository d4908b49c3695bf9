import { useState } from 'react'
import type { Thread } from '../messages.types.ts'
import type { Place } from '../place.ts'
import { actsFor } from './available.ts'
import { shownIn } from './effects.ts'
import type { ActionName } from './pending.ts'
import { perform } from './perform.ts'

/** A question that must be answered before an act. */
export type Question = { kind: 'delete' | 'move'; threads: readonly Thread[] }

type Acting = {
  place: Place
  /** What the acts apply to: the selection, or the open thread. */
  targets: readonly Thread[]
  /** Called with the threads that leave the list. */
  onLeave(ids: ReadonlySet<string>): void
}

/** The acts on the selected or open threads, and the question that one of them may ask. */
export function useActs({ place, targets, onLeave }: Acting) {
  const [question, setQuestion] = useState<Question>()
  const act = (
    action: ActionName,
    threads: readonly Thread[],
    labels?: { add: string[]; remove: string[] },
  ) => {
    if (threads.length === 0) return
    const threadIds = threads.map(({ id }) => id)
    const leaving = threads.filter(
      (thread) => !shownIn(thread, place, [{ id: '', threadId: thread.id, action, labels }]),
    )
    if (leaving.length > 0) onLeave(new Set(leaving.map(({ id }) => id)))
    const undoLabels = labels && { add: labels.remove, remove: labels.add }
    void perform({ action, threadIds, labels, undoLabels })
  }
  const request = (action: ActionName) => {
    if (targets.length === 0) return
    if (action === 'deletePermanently') setQuestion({ kind: 'delete', threads: targets })
    else if (action === 'move') setQuestion({ kind: 'move', threads: targets })
    else act(action, targets)
  }
  const answer = (action: ActionName, labels?: { add: string[]; remove: string[] }) => {
    if (question) act(action, question.threads, labels)
    setQuestion(undefined)
  }
  return {
    available: actsFor(place.folder, targets),
    request,
    question,
    answer,
    cancel: () => setQuestion(undefined),
  }
}
