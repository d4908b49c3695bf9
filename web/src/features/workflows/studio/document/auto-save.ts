import { client } from '../../../../api/client.ts'
import { hasCode, isNetworkError } from '../../../../api/errors.ts'
import { faultText } from '../../../../api/fault-text.ts'
import { useChannel } from '../../../../api/live.ts'
import { queryClient, read } from '../../../../api/read.ts'
import type { Detail } from './graph.types.ts'
import { baseOf, openDocument, replaceGraph, useStudio } from './studio.store.ts'
import { dropUnsaved, keepUnsaved, readUnsaved } from './unsaved.ts'

const { getState, setState, subscribe } = useStudio

const pauseMs = 800
const retryMs = 3_000
let timer: ReturnType<typeof setTimeout> | undefined
let sending: Promise<void> | undefined

const detailQuery = (id: string) => read(client.workflows.get, { params: { id } })

/** Every read of the workflow elsewhere on the page sees what was just saved. */
const remember = (detail: Detail) => queryClient.setQueryData(detailQuery(detail.id).queryKey, detail)

function keep() {
  const { workflowId, graph, saved, base } = getState()
  if (graph !== saved) keepUnsaved(workflowId, { graph, base })
}

async function showConflict(workflowId: string) {
  try {
    const theirs = await client.workflows.get({ params: { id: workflowId } })
    if (getState().workflowId === workflowId) setState({ save: 'conflict', theirs })
  } catch {
    schedule(retryMs)
  }
}

function taken(detail: Detail, sent: Detail['graph']) {
  const { workflowId, graph } = getState()
  remember(detail)
  // It was closed meanwhile, so nothing was added to it.
  if (workflowId !== detail.id) return dropUnsaved(detail.id)
  const isAll = graph === sent
  setState({
    saved: sent,
    base: baseOf(detail),
    issues: detail.validation.issues,
    save: isAll ? 'saved' : 'unsaved',
    refusal: undefined,
  })
  if (isAll) dropUnsaved(workflowId)
  else schedule(pauseMs)
}

async function send() {
  const { workflowId, graph, saved, base, save } = getState()
  if (graph === saved || save === 'conflict') return
  keep()
  setState({ save: 'saving' })
  try {
    const body = { graph, ...(base !== undefined && { draftUpdatedAt: base }) }
    taken(await client.workflows.update({ params: { id: workflowId }, body }), graph)
  } catch (error) {
    if (getState().workflowId !== workflowId) return
    if (hasCode(error, 'workflow.stale_draft')) return showConflict(workflowId)
    const isAway = isNetworkError(error)
    setState({ save: isAway ? 'offline' : 'refused', refusal: isAway ? undefined : faultText(error) })
    if (isAway) schedule(retryMs)
  }
}

/** Saves now, after whatever is on its way. */
export async function flush(): Promise<boolean> {
  clearTimeout(timer)
  if (sending) await sending
  sending = send().finally(() => {
    sending = undefined
  })
  await sending
  return getState().save === 'saved'
}

function schedule(ms: number) {
  clearTimeout(timer)
  timer = setTimeout(() => void flush(), ms)
}

/** What to do about a version that somebody else saved. Whatever is not chosen can be undone to, or is a copy. */
export const resolve = {
  keepMine() {
    const { theirs } = getState()
    if (!theirs) return
    setState({ base: baseOf(theirs), saved: theirs.graph, theirs: undefined, save: 'unsaved' })
    void flush()
  },
  takeTheirs() {
    const { theirs, workflowId } = getState()
    if (!theirs) return
    dropUnsaved(workflowId)
    remember(theirs)
    replaceGraph(theirs)
  },
  async saveCopy(name: string): Promise<string> {
    const { graph } = getState()
    const { id } = await client.workflows.create({ body: { name, graph } })
    resolve.takeTheirs()
    return id
  },
}

/** Another window or person has saved: shown at once if there is nothing unsaved here, asked about otherwise. */
export function notice(detail: Detail) {
  const { workflowId, base, graph, saved, save } = getState()
  if (detail.id !== workflowId || sending || baseOf(detail) === base) return
  // A read that started before the last save.
  if (base !== undefined && Date.parse(baseOf(detail) ?? '') < Date.parse(base)) return
  if (graph === saved && save === 'saved') return replaceGraph(detail)
  setState({ save: 'conflict', theirs: detail })
}

/** After an act of the member's own that gave the graph as it is a new state, such as publishing it. */
export function adopt(detail: Detail) {
  if (getState().workflowId !== detail.id) return
  remember(detail)
  setState({ base: baseOf(detail), issues: detail.validation.issues })
}

/** Opens a workflow, with what this browser had not saved; keeps saving until it is closed. */
export function openStudio(detail: Detail): () => void {
  openDocument(detail)
  const unsaved = readUnsaved(detail.id)
  if (unsaved) {
    const isCurrent = unsaved.base === baseOf(detail)
    setState({
      graph: unsaved.graph,
      past: [detail.graph],
      save: isCurrent ? 'unsaved' : 'conflict',
      theirs: isCurrent ? undefined : detail,
    })
    if (isCurrent) schedule(0)
  }
  const unsubscribe = subscribe((now, before) => {
    if (now.graph === before.graph || now.graph === now.saved) return
    if (now.save === 'conflict') return keep()
    schedule(pauseMs)
  })
  const back = useChannel.subscribe(({ isConnected }) => {
    if (isConnected && getState().save === 'offline') schedule(0)
  })
  addEventListener('pagehide', keep)
  return () => {
    unsubscribe()
    back()
    removeEventListener('pagehide', keep)
    keep()
    if (getState().save !== 'saved') void flush()
  }
}
