import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { client } from '../../../../api/client.ts'
import { faultText } from '../../../../api/fault-text.ts'
import { read, reread } from '../../../../api/read.ts'
import { useCommands } from '../../../../lib/keyboard/commands.ts'
import { useWords } from '../../../../lib/words/words.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { showToast } from '../../../../ui/toasts.tsx'
import { adopt } from '../document/auto-save.ts'
import type { Detail } from '../document/graph.types.ts'
import { useStudio } from '../document/studio.store.ts'
import { publishWords } from './publish.words.ts'
import { WebhookSection } from './webhook-section.tsx'

const minuteMs = 60_000
const shown = (value: number | null | undefined, unit = 1) => (value ? String(value / unit) : '')
const given = (text: string, unit = 1) => (text.trim() === '' ? null : Math.round(Number(text) * unit))

/** What holds for the whole workflow, live at once. */
export default function SettingsDialog({ workflow, onClose }: { workflow: Detail; onClose(): void }) {
  const t = useWords(publishWords)
  const id = useId()
  const { data } = useQuery(read(client.workflows.list, { query: {} }))
  const hasHook = useStudio((state) => state.graph.nodes.some(({ type }) => type === 'trigger.webhook'))
  const [isPaused, setIsPaused] = useState(Boolean(workflow.pausedAt))
  const [concurrency, setConcurrency] = useState(shown(workflow.maxConcurrency))
  const [minutes, setMinutes] = useState(shown(workflow.executionTimeoutMs, minuteMs))
  const [errorId, setErrorId] = useState(workflow.errorWorkflowId ?? '')
  const [fault, setFault] = useState<string>()
  useCommands([], { isModal: true })
  const limits = workflow.executionLimits
  const save = async () => {
    try {
      const detail = await client.workflows.update({
        params: { id: workflow.id },
        body: {
          ...(workflow.published && { paused: isPaused }),
          maxConcurrency: given(concurrency),
          executionTimeoutMs: given(minutes, minuteMs),
          errorWorkflowId: errorId === '' ? null : errorId,
        },
      })
      adopt(detail)
      showToast({ icon: 'check', text: t.saved }, 3_000)
      await reread(['workflows'])
      onClose()
    } catch (error) {
      setFault(faultText(error))
    }
  }
  return (
    <Dialog title={t.settings} className="dialog st-wide" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className="body st-settings">
          {workflow.published && (
            <div className="choice">
              <button
                type="button"
                className="switch"
                role="switch"
                aria-checked={isPaused}
                aria-label={t.pause}
                onClick={() => setIsPaused(!isPaused)}
              />
              <span>
                {t.pause} <span className="hint">{t.pauseHint}</span>
              </span>
            </div>
          )}
          <Field
            label={t.concurrency}
            type="number"
            min={1}
            max={limits?.maxConcurrency.max}
            hint={limits && t.limitHint(limits.maxConcurrency.default, limits.maxConcurrency.max)}
            value={concurrency}
            onChange={({ target }) => setConcurrency(target.value)}
          />
          <Field
            label={t.timeout}
            type="number"
            min={1}
            max={limits && limits.executionTimeoutMs.max / minuteMs}
            hint={
              limits &&
              t.limitHint(
                Math.round(limits.executionTimeoutMs.default / minuteMs),
                Math.round(limits.executionTimeoutMs.max / minuteMs),
              )
            }
            value={minutes}
            onChange={({ target }) => setMinutes(target.value)}
          />
          <div className="field">
            <label htmlFor={id}>{t.errorWorkflow}</label>
            <select
              id={id}
              className="input"
              value={errorId}
              onChange={({ target }) => setErrorId(target.value)}
            >
              <option value="">{t.none}</option>
              {(data?.workflows ?? [])
                .filter((one) => one.id !== workflow.id)
                .map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
            </select>
          </div>
          {hasHook && <WebhookSection workflow={workflow} />}
          {fault && (
            <p className="hint bad" role="alert">
              {fault}
            </p>
          )}
        </div>
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit">
            {t.save}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
