import { useState } from 'react'
import { client } from '../../../../api/client.ts'
import { faultText } from '../../../../api/fault-text.ts'
import { useWords } from '../../../../lib/words/words.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { portLabel } from '../canvas/ports.ts'
import { flush } from '../document/auto-save.ts'
import type { Graph, Step } from '../document/graph.types.ts'
import { edit, useStudio } from '../document/studio.store.ts'
import { usePreview } from '../preview/preview.ts'
import { studioWords } from '../studio.words.ts'
import { type RunStep, showStep, useRun } from './run.store.ts'
import { tryWords } from './try.words.ts'

const json = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

function Data({ title, value, isOpen = false }: { title: string; value: unknown; isOpen?: boolean }) {
  if (value === undefined || value === null) return null
  return (
    <details className="tr-data" open={isOpen}>
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keyboards must reach it. */}
      <pre tabIndex={0}>{json(value)}</pre>
    </details>
  )
}

function pinOutput(graph: Graph, id: string, result: RunStep): Graph {
  const pin = {
    output: result.data ?? {},
    ...(result.output !== null && { port: result.output }),
    pinnedAt: new Date().toISOString(),
  }
  return { ...graph, pins: { ...graph.pins, [id]: pin } }
}

function unpin(graph: Graph, id: string): Graph {
  const { [id]: _, ...pins } = graph.pins ?? {}
  return { ...graph, pins }
}

function Outcome({ result }: { result: RunStep }) {
  const t = useWords(tryWords)
  const { ports } = useWords(studioWords)
  return (
    <>
      <p className="xs row">
        <b>{t.status[result.status]}</b>
        {result.output !== null && result.output !== 'main' && (
          <span className="muted">{t.port(portLabel(result.output, ports))}</span>
        )}
        {result.durationMs !== null && (
          <span className="faint num">{t.took((result.durationMs / 1000).toFixed(1))}</span>
        )}
      </p>
      {result.error && (
        <p className="hint bad">
          <Icon name="warning" size={14} />
          {result.error.message}
        </p>
      )}
      {result.effects.length > 0 && (
        <div>
          <p className="label">{t.effects}</p>
          <ul className="tr-effects">
            {result.effects.map(({ kind, description }) => (
              <li key={`${kind} ${description}`}>{description}</li>
            ))}
          </ul>
        </div>
      )}
      <Data title={t.output} value={result.data} isOpen />
      {result.dataTruncated && <p className="hint">{t.truncated}</p>}
      <Data title={t.input} value={result.input} />
    </>
  )
}

/** What the step did in the last test, and how to try it alone. */
export function StepResult({ step }: { step: Step }) {
  const t = useWords(tryWords)
  const result = useRun(({ byNode }) => byNode.get(step.id))
  const known = useRun(({ steps }) => steps)
  const pin = useStudio(({ graph }) => graph.pins?.[step.id])
  const { mail } = usePreview()
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const runAlone = async () => {
    setIsBusy(true)
    setFault(undefined)
    try {
      await flush()
      const { workflowId } = useStudio.getState()
      const steps = Object.fromEntries(Object.entries(known).map(([id, { data }]) => [id, data]))
      const body = { steps, ...(mail && { messageId: mail.id }) }
      const { step: ran } = await client.runs.runNode({ params: { id: workflowId, nodeId: step.id }, body })
      showStep(ran)
    } catch (error) {
      setFault(faultText(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <section className="tr-step" aria-label={t.lastTest}>
      <h2 className="label">{t.lastTest}</h2>
      {pin && <p className="hint">{t.pinned}</p>}
      {result ? <Outcome result={result} /> : <p className="faint xs">{t.notRun}</p>}
      {fault && <p className="hint bad">{fault}</p>}
      <div className="btns">
        {!step.type.startsWith('trigger.') && (
          <Button size="small" icon="simulated" disabled={isBusy} onClick={() => void runAlone()}>
            {t.alone}
          </Button>
        )}
        {pin ? (
          <Button size="small" icon="pin" onClick={() => edit((graph) => unpin(graph, step.id))}>
            {t.unpin}
          </Button>
        ) : (
          result?.data && (
            <Button
              size="small"
              icon="pin"
              onClick={() => edit((graph) => pinOutput(graph, step.id, result))}
            >
              {t.pin}
            </Button>
          )
        )}
      </div>
    </section>
  )
}
