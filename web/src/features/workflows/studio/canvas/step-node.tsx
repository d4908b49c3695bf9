import { Handle, type NodeProps, Position } from '@xyflow/react'
import { createContext, memo, type ReactNode, useContext } from 'react'
import { useWords } from '../../../../lib/words/words.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { portsOf } from '../document/edits.ts'
import type { Step } from '../document/graph.types.ts'
import { useStudio } from '../document/studio.store.ts'
import { effectIcons, iconOf, useCatalogue } from '../node-types.tsx'
import { studioWords } from '../studio.words.ts'
import { type RunStep, useRun } from '../try/run.store.ts'
import { isUsed, worstOf } from './indexes.ts'
import { portLabel, portPlace } from './ports.ts'
import { summaryOf } from './summary.ts'

/** Whether the canvas is seen from so far that steps have no room for details. */
export const FarContext = createContext(false)

export type StepData = { step: Step; isFirst: boolean }

function Ports({ step, ports }: { step: Step; ports: readonly string[] }) {
  const t = useWords(studioWords)
  const unconnected = useStudio(({ graph }) =>
    ports.filter((port) => !isUsed(graph.connections, step.id, port)).join('\n'),
  ).split('\n')
  // Words of many outputs would cover each other: every second one stands below.
  const isCrowded = ports.length > 3
  return ports.map((port, index) => {
    const label = ports.length === 1 && port === 'main' ? '' : portLabel(port, t.ports)
    return (
      <span key={port} className="st-port" style={{ left: `${portPlace(index, ports.length) * 100}%` }}>
        <Handle type="source" id={port} position={Position.Bottom} title={label || t.drag} />
        {label && (
          <span
            className={`st-port-word ${unconnected.includes(port) ? 'open' : ''} ${isCrowded && index % 2 === 1 ? 'low' : ''}`}
          >
            {label}
          </span>
        )}
      </span>
    )
  })
}

const runLooks: Partial<Record<RunStep['status'], string>> = {
  succeeded: 'ok',
  failed: 'failed',
  waiting: 'waiting',
}

/** How the step fared in the test that is drawn. */
function useRunLook(id: string) {
  const isDrawn = useRun(({ execution }) => execution !== undefined)
  const isReal = useRun(({ execution }) => execution?.simulated === false)
  const result = useRun(({ byNode }) => byNode.get(id))
  if (!result) return { look: isDrawn ? 'none' : undefined, would: undefined, isReal }
  return { look: runLooks[result.status] ?? 'none', would: result.effects[0]?.description, isReal }
}

type StepProps = { data: StepData; selected: boolean }

type BoxProps = StepProps & { isFar?: boolean; children: ReactNode }

/** The box of a step, with its state for the style sheet and the keyboard. */
function StepBox({ data: { step, isFirst }, selected, isFar = false, children }: BoxProps) {
  const type = useCatalogue().get(step.type)
  const severity = useStudio(({ issues }) => worstOf(issues, step.id)?.severity)
  const { look, isReal } = useRunLook(step.id)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button could not be dragged in every browser.
    <div
      className={isFar ? 'st-node far' : 'st-node'}
      role="button"
      tabIndex={selected || isFirst ? 0 : -1}
      data-step={step.id}
      data-group={type?.group}
      data-off={step.disabled ? '' : undefined}
      data-bad={severity}
      data-run={look}
      data-real={isReal ? '' : undefined}
      aria-pressed={selected}
    >
      {children}
    </div>
  )
}

/** A step so small that only its place can be told. Large graphs are drawn of these when they are seen as a whole. */
const FarStep = ({ data, selected }: StepProps) => (
  <StepBox data={data} selected={selected} isFar>
    <span className="st-icon" />
    <b>{data.step.name}</b>
  </StepBox>
)

function NearStep({ data, selected }: StepProps) {
  const { step } = data
  const t = useWords(studioWords)
  const type = useCatalogue().get(step.type)
  const worst = useStudio(({ issues }) => worstOf(issues, step.id)?.message)
  const isError = useStudio(({ issues }) => worstOf(issues, step.id)?.severity === 'error')
  const isPinned = useStudio(({ graph }) => graph.pins !== undefined && Object.hasOwn(graph.pins, step.id))
  const effect = type && effectIcons[type.effect]
  const ports = portsOf(type, step)
  const { would, isReal } = useRunLook(step.id)
  const line = step.disabled ? t.disabled : summaryOf(step, type)
  const notes = [
    type && type.effect !== 'none' ? t.effects[type.effect] : '',
    worst ?? '',
    would ?? '',
  ].filter(Boolean)
  return (
    <>
      {type?.group !== 'trigger' && <Handle type="target" position={Position.Top} />}
      <StepBox data={data} selected={selected}>
        <span className="st-icon">
          <Icon name={iconOf(step.type)} />
        </span>
        <span className="st-words">
          <b>{step.name}</b>
          <small>{line}</small>
        </span>
        <span className="sr">{notes.join(', ')}</span>
        <span className="st-end" aria-hidden="true">
          {worst ? (
            <span className={isError ? 'bad' : 'warn'} title={worst}>
              <Icon name="warning" size={14} />
            </span>
          ) : (
            isPinned && <Icon name="pin" size={14} />
          )}
          {effect && type && (
            <span className={type.effect === 'sends' ? 'warn' : 'faint'} title={t.effects[type.effect]}>
              <Icon name={effect} size={14} />
            </span>
          )}
        </span>
      </StepBox>
      {would && (
        <span className="st-would" data-real={isReal ? '' : undefined} aria-hidden="true">
          <Icon name={isReal ? 'ok' : 'simulated'} size={12} />
          {would}
        </span>
      )}
      <Ports step={step} ports={ports} />
    </>
  )
}

/** A step on the canvas: what it is, what it may do, its outputs, and what is wrong with it. */
export const StepNode = memo(function StepNode({ data, selected }: NodeProps & { data: StepData }) {
  const Drawn = useContext(FarContext) ? FarStep : NearStep
  return <Drawn data={data} selected={selected} />
})
