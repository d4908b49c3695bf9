import { useNavigate } from '@tanstack/react-router'
import { ReactFlowProvider } from '@xyflow/react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useCommands } from '../../../lib/keyboard/commands.ts'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { useChosenStep } from '../chosen-step.ts'
import { TypePane } from './add/type-pane.tsx'
import { Canvas } from './canvas/canvas.tsx'
import { edgeId } from './canvas/edges.tsx'
import { addStep, disconnect, portsOf } from './document/edits.ts'
import { type Detail, type NodeType, type Position, type Step, stepSize } from './document/graph.types.ts'
import { edit, select, useStudio } from './document/studio.store.ts'
import {
  focusStep,
  removeSelection,
  tidy,
  useEditCommands,
  usePasting,
} from './document/use-edit-commands.ts'
import { StepForm } from './form/step-form.tsx'
import { iconOf, useCatalogue } from './node-types.tsx'
import { Outline } from './outline.tsx'
import { PreviewProvider } from './preview/preview-provider.tsx'
import { goToNextProblem, Problems } from './problems.tsx'
import { publishWords } from './publish/publish.words.ts'
import { studioWords } from './studio.words.ts'
import { StudioActions } from './studio-actions.tsx'
import { StudioBar } from './studio-bar.tsx'
import { DrawnRun } from './try/drawn-run.tsx'
import { showRun } from './try/run.store.ts'
import { TestDrawer } from './try/test-drawer.tsx'
import { tryWords } from './try/try.words.ts'
import { useEdgeLook } from './use-edge-look.ts'
import './studio.css'
import './publish/publish.css'
import './try/try.css'
import './form/form.css'

const AddDialog = lazy(async () => ({ default: (await import('./add/add-dialog.tsx')).AddDialog }))
const ConnectDialog = lazy(async () => ({
  default: (await import('./add/connect-dialog.tsx')).ConnectDialog,
}))
const ConflictDialog = lazy(() => import('./conflict-dialog.tsx'))
const PublishDialog = lazy(() => import('./publish/publish-dialog.tsx'))
const VersionsDialog = lazy(() => import('./publish/versions-dialog.tsx'))
const SettingsDialog = lazy(() => import('./publish/settings-dialog.tsx'))

const { getState } = useStudio
const chosenStep = (): Step | undefined => {
  const { graph, selection } = getState()
  return graph.nodes.find(({ id }) => id === selection[0])
}

type Open = 'add' | 'connect' | 'publish' | 'versions' | 'settings' | undefined

/** Adds a step after the chosen one, at its first output that leads nowhere. */
function useAdding() {
  const catalogue = useCatalogue()
  return useCallback(
    (type: NodeType, at?: Position) => {
      const { graph } = getState()
      const step = at ? undefined : chosenStep()
      const ports = step ? portsOf(catalogue.get(step.type), step) : []
      const isOpen = (port: string) =>
        !graph.connections.some(({ from, output }) => from === step?.id && output === port)
      const output = ports.find(isOpen) ?? ports[0]
      const added = addStep(graph, type, {
        ...(at && { at: { x: at.x - stepSize.width / 2, y: at.y - stepSize.height / 2 } }),
        ...(step && output !== undefined && { after: { step, output } }),
      })
      edit(() => added.graph)
      select([added.id])
      focusStep(added.id)
    },
    [catalogue],
  )
}

function Start({ onAdd }: { onAdd(type: NodeType): void }) {
  const t = useWords(studioWords)
  const starts = ['trigger.message', 'trigger.schedule', 'trigger.webhook', 'trigger.manual']
  const catalogue = useCatalogue()
  return (
    <div className="st-start">
      <Empty icon="flow" title={t.emptyTitle} text={t.emptyText}>
        {starts.flatMap((name) => {
          const type = catalogue.get(name)
          return type
            ? [
                <Button key={name} icon={iconOf(name)} onClick={() => onAdd(type)}>
                  {type.title}
                </Button>,
              ]
            : []
        })}
      </Empty>
    </div>
  )
}

/** Beside the canvas: the form of the chosen step. Only this is drawn again with each letter. */
function Side() {
  const t = useWords(studioWords)
  const isOne = useStudio(({ selection }) => selection.length === 1)
  const step = useStudio(({ graph, selection }) => graph.nodes.find(({ id }) => id === selection[0]))
  const [id, name] = isOne ? [step?.id, step?.name] : []
  useEffect(() => {
    useChosenStep.setState({ step: id !== undefined && name !== undefined ? { id, name } : undefined })
    return () => useChosenStep.setState({ step: undefined })
  }, [id, name])
  return (
    <aside className="pane st-side" aria-label={step?.name ?? t.problems}>
      {step && isOne ? <StepForm key={step.id} step={step} /> : <Problems />}
    </aside>
  )
}

function Workbench({ workflow }: { workflow: Detail }) {
  const t = useWords(studioWords)
  const [tried, live] = [useWords(tryWords), useWords(publishWords)]
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>()
  const [compared, setCompared] = useState<string>()
  const [isConflictHidden, setIsConflictHidden] = useState(false)
  const [isOutline, setIsOutline] = useState(false)
  const [edge, setEdge] = useState<string>()
  // How often a test was asked for; none is shown before the first.
  const [asked, setAsked] = useState<number>()
  const hasStep = useStudio(({ graph, selection }) => graph.nodes.some(({ id }) => id === selection[0]))
  const isEmpty = useStudio((state) => state.graph.nodes.length === 0)
  const isConflict = useStudio((state) => state.save === 'conflict')
  const catalogue = useCatalogue()
  const add = useAdding()
  const onDropType = useCallback(
    (name: string, at: Position) => {
      const type = catalogue.get(name)
      if (type) add(type, at)
    },
    [catalogue, add],
  )
  const onOutline = useCallback(() => setIsOutline((now) => !now), [])
  const editing = useEditCommands()
  usePasting()
  const test = () => setAsked((now) => (now ?? 0) + 1)
  const removeChosen = () => {
    const gone = getState().graph.connections.find((one) => edgeId(one) === edge)
    if (gone) edit((graph) => disconnect(graph, [gone]))
    else removeSelection()
    setEdge(undefined)
  }
  const focusForm = () =>
    document.querySelector<HTMLElement>('#step-form :is(input, textarea, select, button)')?.focus()
  const close = () => {
    setOpen(undefined)
    setCompared(undefined)
  }
  useCommands([
    { id: 'st-add', title: t.add, group: t.studio, keys: ['n'], icon: 'plus', run: () => setOpen('add') },
    {
      id: 'st-connect',
      title: t.connect,
      group: t.studio,
      keys: ['c'],
      icon: 'branch',
      run: () => chosenStep() && setOpen('connect'),
    },
    { id: 'st-edit', title: t.edit, group: t.studio, keys: ['Enter'], icon: 'pen', run: focusForm },
    {
      id: 'st-rename',
      title: t.rename,
      group: t.studio,
      keys: ['F2'],
      icon: 'pen',
      run: () => document.querySelector<HTMLInputElement>('#step-name')?.select(),
    },
    {
      id: 'st-remove',
      title: t.remove,
      group: t.studio,
      keys: ['Delete', 'Backspace'],
      icon: 'bin',
      run: removeChosen,
    },
    {
      id: 'st-back',
      title: t.deselect,
      group: t.studio,
      keys: ['Escape'],
      icon: 'left',
      whileTyping: true,
      run: () => {
        const [id] = getState().selection
        const isInForm = document.activeElement?.closest('.st-side')
        if (id && isInForm) focusStep(id)
        else select([])
      },
    },
    {
      id: 'st-problem',
      title: t.nextProblem,
      group: t.studio,
      keys: ['F8'],
      icon: 'warning',
      whileTyping: true,
      run: goToNextProblem,
    },
    {
      id: 'st-test',
      title: tried.test,
      group: t.studio,
      keys: ['mod+Enter'],
      icon: 'simulated',
      whileTyping: true,
      run: test,
    },
    {
      id: 'st-publish',
      title: live.publish,
      group: t.studio,
      keys: ['mod+shift+Enter'],
      icon: 'live',
      whileTyping: true,
      run: () => !isEmpty && setOpen('publish'),
    },
    ...editing,
  ])
  const edgeLook = useEdgeLook()
  const chosen = open ? chosenStep() : undefined
  return (
    <>
      <StudioBar workflow={workflow} onConflict={() => setIsConflictHidden(false)}>
        {isPhone && <IconButton icon="plus" label={t.add} onClick={() => setOpen('add')} />}
        <StudioActions
          canPublish={!isEmpty}
          onTest={test}
          onPublish={() => setOpen('publish')}
          onVersions={() => setOpen('versions')}
          onSettings={() => setOpen('settings')}
          onRuns={() => void navigate({ to: '/runs', search: { workflow: workflow.id } })}
        />
      </StudioBar>
      <div className="panes st-panes" data-form={hasStep ? '' : undefined}>
        {!isPhone && <TypePane onAdd={add} />}
        <div className="st-mid">
          {isOutline && <Outline />}
          <Canvas
            edgeLook={edgeLook}
            selectedEdge={edge}
            onSelectEdge={setEdge}
            onDropType={onDropType}
            onTidy={tidy}
            onOutline={onOutline}
            isOutline={isOutline}
          />
          {isEmpty && <Start onAdd={add} />}
          <DrawnRun
            onCompare={(versionId) => {
              setCompared(versionId)
              setOpen('versions')
            }}
          />
          {asked !== undefined && (
            <TestDrawer
              ask={asked}
              onClose={() => {
                setAsked(undefined)
                showRun(undefined)
              }}
            />
          )}
        </div>
        <Side />
      </div>
      <Suspense>
        {open === 'add' && (
          <AddDialog
            after={chosen}
            onClose={close}
            onAdd={(type) => {
              close()
              add(type)
            }}
          />
        )}
        {open === 'connect' && chosen && <ConnectDialog step={chosen} onClose={close} />}
        {open === 'publish' && <PublishDialog workflow={workflow} onClose={close} />}
        {open === 'versions' && <VersionsDialog workflow={workflow} initialId={compared} onClose={close} />}
        {open === 'settings' && <SettingsDialog workflow={workflow} onClose={close} />}
        {isConflict && !isConflictHidden && <ConflictDialog onClose={() => setIsConflictHidden(true)} />}
      </Suspense>
    </>
  )
}

/** A workflow on its canvas. */
export default function Studio({ workflow }: { workflow: Detail }) {
  useEffect(() => () => showRun(undefined), [])
  return (
    <ReactFlowProvider>
      <PreviewProvider workflowId={workflow.id}>
        <Workbench workflow={workflow} />
      </PreviewProvider>
    </ReactFlowProvider>
  )
}
