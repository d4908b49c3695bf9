import { useNavigate } from '@tanstack/react-router'
import { client } from '../../../api/client.ts'
import { faultText } from '../../../api/fault-text.ts'
import { reread } from '../../../api/read.ts'
import { wordsNow } from '../../../lib/words/words.ts'
import { showToast } from '../../../ui/toasts.tsx'
import type { Workflow } from '../workflows.queries.ts'
import { listWords } from './list.words.ts'
import { exportWorkflow, readWorkflowFile } from './workflow-file.ts'

const refuse = (text: string) => showToast({ icon: 'warning', text, isFault: true })

/** Does something and reads the list again; a refusal is told in the words of the service. */
async function attempt(act: () => Promise<unknown>) {
  try {
    await act()
    await reread(['workflows'])
    return true
  } catch (error) {
    refuse(faultText(error))
    return false
  }
}

type Change = { paused: boolean } | { archived: boolean }

const flip = (change: Change): Change =>
  'paused' in change ? { paused: !change.paused } : { archived: !change.archived }

async function change({ id, name }: Workflow, body: Change) {
  const t = wordsNow(listWords)
  const done = await attempt(() => client.workflows.update({ params: { id }, body }))
  if (!done) return
  const [on, off] = 'paused' in body ? [t.paused, t.resumed] : [t.archived, t.unarchived]
  const isOn = 'paused' in body ? body.paused : body.archived
  showToast({
    icon: 'paused' in body ? (isOn ? 'pause' : 'play') : 'archive',
    text: (isOn ? on : off)(name),
    action: {
      label: t.undo,
      keys: 'z',
      run: () => void attempt(() => client.workflows.update({ params: { id }, body: flip(body) })),
    },
  })
}

/** What a member does to whole workflows. */
export function useWorkflowActs() {
  const navigate = useNavigate()
  const t = wordsNow(listWords)
  const open = (id: string) => navigate({ to: '/workflows/$workflowId', params: { workflowId: id } })
  return {
    open: (id: string) => void open(id),
    pause: (one: Workflow) => change(one, { paused: !one.pausedAt }),
    archive: (one: Workflow) => change(one, { archived: !one.archivedAt }),
    duplicate: (one: Workflow) =>
      attempt(() => client.workflowCopies.duplicate({ params: { id: one.id }, body: {} })),
    export: (one: Workflow) => attempt(() => exportWorkflow(one)),
    create: () =>
      attempt(async () => {
        const { id } = await client.workflows.create({ body: { name: t.untitled } })
        await open(id)
      }),
    remove: async ({ id, name }: Workflow) => {
      const done = await attempt(() => client.workflows.remove({ params: { id } }))
      if (done) showToast({ icon: 'bin', text: wordsNow(listWords).removed(name) })
    },
    import: async (file: File) => {
      const body = await readWorkflowFile(file)
      if (!body) return void refuse(wordsNow(listWords).badFile)
      await attempt(async () => {
        const { id, name } = await client.workflowCopies.import({ body })
        showToast({ icon: 'upload', text: wordsNow(listWords).imported(name) })
        await open(id)
      })
    },
  }
}

export type WorkflowActs = ReturnType<typeof useWorkflowActs>
