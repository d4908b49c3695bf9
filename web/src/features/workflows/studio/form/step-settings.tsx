import { useId } from 'react'
import { useWords } from '../../../../lib/words/words.ts'
import { Field } from '../../../../ui/field.tsx'
import { portLabel } from '../canvas/ports.ts'
import { portsOf } from '../document/edits.ts'
import type { Step } from '../document/graph.types.ts'
import { useStudio } from '../document/studio.store.ts'
import { useCatalogue } from '../node-types.tsx'
import { studioWords } from '../studio.words.ts'
import { formWords } from './form.words.ts'

type Clearable = 'retry' | 'timeoutMs' | 'notes'
type SettingsProps = { step: Step; onChange(change: Partial<Step>): void; onClear(field: Clearable): void }

/** Where each output leads; those that lead nowhere say so. */
function Outputs({ step }: { step: Step }) {
  const t = useWords(studioWords)
  const type = useCatalogue().get(step.type)
  const graph = useStudio((state) => state.graph)
  const ports = portsOf(type, step)
  if (ports.length === 0) return null
  const nameOf = (id: string) => graph.nodes.find((one) => one.id === id)?.name ?? id
  return (
    <section>
      <h2 className="label">{t.outputs}</h2>
      <ul className="fm-outputs">
        {ports.map((port) => {
          const targets = graph.connections.filter(({ from, output }) => from === step.id && output === port)
          return (
            <li key={port}>
              <span>{portLabel(port, t.ports)}</span>
              {targets.length > 0 ? (
                <span className="muted cut">{targets.map(({ to }) => t.goesTo(nameOf(to))).join(', ')}</span>
              ) : (
                <span className="faint">{t.notConnected}</span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const seconds = (ms: number | undefined) => (ms === undefined ? '' : String(ms / 1000))

/** What holds for every step: outputs, failures, time limit, notes. */
export function StepSettings({ step, onChange, onClear }: SettingsProps) {
  const t = useWords(formWords)
  const id = useId()
  const isTrigger = step.type.startsWith('trigger.')
  return (
    <>
      <Outputs step={step} />
      {!isTrigger && (
        <details className="fm-more">
          <summary>{t.more}</summary>
          <div className="fm-inner">
            <div className="field">
              <label htmlFor={`${id}-error`}>{t.onError.title}</label>
              <select
                id={`${id}-error`}
                className="input"
                value={step.onError ?? 'fail'}
                onChange={({ target }) => onChange({ onError: target.value as NonNullable<Step['onError']> })}
              >
                {(['fail', 'continue', 'errorPort'] as const).map((value) => (
                  <option key={value} value={value}>
                    {t.onError[value]}
                  </option>
                ))}
              </select>
            </div>
            <Field
              label={t.attempts}
              type="number"
              min={1}
              max={10}
              value={step.retry?.maxAttempts ?? 1}
              onChange={({ target }) => {
                const attempts = Math.min(10, Math.max(1, Math.round(Number(target.value) || 1)))
                if (attempts === 1) onClear('retry')
                else onChange({ retry: { ...step.retry, maxAttempts: attempts } })
              }}
            />
            {step.retry && (
              <Field
                label={t.delay}
                type="number"
                min={1}
                max={3600}
                value={seconds(step.retry.delayMs)}
                onChange={({ target }) => {
                  const { delayMs: _, ...rest } = step.retry ?? { maxAttempts: 2 }
                  const delay = Math.round(Number(target.value) * 1000)
                  onChange({ retry: delay >= 1000 ? { ...rest, delayMs: delay } : rest })
                }}
              />
            )}
            <Field
              label={t.timeout}
              type="number"
              min={5}
              max={1800}
              value={seconds(step.timeoutMs)}
              onChange={({ target }) => {
                const limit = Math.round(Number(target.value) * 1000)
                if (limit >= 5000) onChange({ timeoutMs: Math.min(1_800_000, limit) })
                else onClear('timeoutMs')
              }}
            />
          </div>
        </details>
      )}
      <div className="field">
        <label htmlFor={`${id}-notes`}>{t.notes}</label>
        <textarea
          id={`${id}-notes`}
          className="area"
          rows={2}
          maxLength={2000}
          value={step.notes ?? ''}
          onChange={({ target }) => (target.value ? onChange({ notes: target.value }) : onClear('notes'))}
        />
      </div>
    </>
  )
}
