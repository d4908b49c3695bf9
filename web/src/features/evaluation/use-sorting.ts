import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { read, reread } from '../../api/read.ts'
import { useWords } from '../../lib/words/words.ts'
import { hideToast, showToast } from '../../ui/toasts.tsx'
import { type Classifier, referenceQuery } from './evaluation.queries.ts'
import { evaluationWords } from './evaluation.words.ts'

/** The next recent message that is not sorted yet, and what can be done with it. */
export function useSorting(classifier: Classifier) {
  const t = useWords(evaluationWords)
  const { workflowId, nodeId, several } = classifier
  const recent = useQuery(read(client.messages.list, { query: { q: 'in:inbox', limit: 100 } }))
  const known = useQuery(referenceQuery(workflowId, nodeId))
  const [passed, setPassed] = useState<ReadonlySet<string>>(new Set())
  // Where a message may have several categories, they are gathered until they are confirmed.
  const [gathered, setGathered] = useState<readonly string[]>([])
  const lastToast = useRef(0)
  const sorted = new Set(known.data?.entries.map(({ messageId }) => messageId))
  const open = recent.data?.messages.find(({ id }) => !sorted.has(id) && !passed.has(id))
  const pass = (id: string) => {
    setPassed((now) => new Set([...now, id]))
    setGathered([])
  }
  const sort = async (names: readonly string[]) => {
    if (!open) return
    const { id } = open
    pass(id)
    try {
      const body = { kind: 'message' as const, messageId: id, categories: [...names] }
      const { entry } = await client.referenceSet.add({ params: { id: workflowId, nodeId }, body })
      const undo = async () => {
        await client.referenceSet.remove({ params: { id: entry.id } })
        setPassed((now) => new Set([...now].filter((one) => one !== id)))
        await reread(['referenceSet'], ['evaluation'])
      }
      const text = t.sorted(names.join(', ') || t.none_)
      hideToast(lastToast.current)
      lastToast.current = showToast({
        icon: 'classify',
        text,
        action: { label: t.undo, run: () => void undo() },
      })
      await reread(['referenceSet'], ['evaluation'])
    } catch (error) {
      showToast({ icon: 'warning', text: t.refused(faultText(error)), isFault: true })
    }
  }
  const choose = (name: string) => {
    if (!several) return void sort([name])
    setGathered((now) => (now.includes(name) ? now.filter((one) => one !== name) : [...now, name]))
  }
  const skip = () => open && pass(open.id)
  return {
    recent,
    isReady: recent.data !== undefined && known.data !== undefined,
    open,
    gathered,
    choose,
    sort,
    skip,
  }
}
