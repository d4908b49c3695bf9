import { useMemo } from 'react'
import { useColumns, usePeople } from '../../../../api/record-options.ts'
import { useWords } from '../../../../lib/words/words.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { changeStep, clearStep } from '../document/edits.ts'
import type { Step } from '../document/graph.types.ts'
import { edit, select, useStudio } from '../document/studio.store.ts'
import { effectIcons, iconOf, useCatalogue } from '../node-types.tsx'
import { PreviewBar } from '../preview/preview-bar.tsx'
import { studioWords } from '../studio.words.ts'
import { PastRuns } from '../try/past-runs.tsx'
import { StepResult } from '../try/step-result.tsx'
import { FieldContext } from './field-context.ts'
import { formWords } from './form.words.ts'
import { RecordFields } from './param-field.tsx'
import type { Schema, Values } from './schema.ts'
import { StepSettings } from './step-settings.tsx'

const wantsPeople = (schema: Schema) =>
  ['to', 'cc', 'approvers'].some((name) => schema.properties?.[name] !== undefined)

function Head({ step }: { step: Step }) {
  const t = useWords(studioWords)
  const f = useWords(formWords)
  const type = useCatalogue().get(step.type)
  const effect = type && effectIcons[type.effect]
  return (
    <header className="fm-head" data-group={type?.group}>
      <span className="st-icon">
        <Icon name={iconOf(step.type)} />
      </span>
      <div className="grow">
        <input
          className="fm-name"
          id="step-name"
          aria-label={f.stepName}
          value={step.name}
          maxLength={200}
          onChange={({ target }) =>
            target.value &&
            edit((graph) => changeStep(graph, step.id, { name: target.value }), `name ${step.id}`)
          }
        />
        <p className="xs muted cut" title={f.reference(step.id)}>
          {type?.title ?? t.unknownType} <span className="mono faint">steps.{step.id}</span>
        </p>
      </div>
      <IconButton icon="close" label={t.deselect} onClick={() => select([])} />
      {effect && type && (
        <p className={`effect ${type.effect === 'sends' ? 'sends' : ''}`}>
          <Icon name={effect} />
          {t.effects[type.effect]}
        </p>
      )}
    </header>
  )
}

/** The parameters of a step, drawn from what its type declares. */
export function StepForm({ step }: { step: Step }) {
  const type = useCatalogue().get(step.type)
  const schema = (type?.params ?? {}) as Schema
  const params = (step.params ?? {}) as Values
  const allIssues = useStudio((state) => state.issues)
  const columns = useColumns(params.table)
  const people = usePeople(wantsPeople(schema))
  const context = useMemo(
    () => ({
      fields: type?.fields ?? {},
      issues: allIssues.filter(({ nodeId }) => nodeId === step.id),
      columns,
      people,
    }),
    [type, allIssues, step.id, columns, people],
  )
  const general = context.issues.filter(({ path }) => !/\/params\/./.test(path ?? ''))
  return (
    <>
      <Head step={step} />
      <PreviewBar />
      <div className="fm" id="step-form">
        {general.map(({ code, message, severity }) => (
          <p
            key={`${code} ${message}`}
            className={`hint fm-problem ${severity === 'error' ? 'bad' : 'warn'}`}
          >
            <Icon name="warning" size={14} />
            {message}
          </p>
        ))}
        {type && <p className="muted xs">{type.description}</p>}
        <FieldContext value={context}>
          <RecordFields
            path=""
            pointer=""
            schema={schema}
            value={params}
            onChange={(next) =>
              edit(
                (graph) => changeStep(graph, step.id, { params: next as NonNullable<Step['params']> }),
                `params ${step.id}`,
              )
            }
          />
        </FieldContext>
        {step.type === 'trigger.message' && <PastRuns />}
        <StepResult step={step} />
        <StepSettings
          step={step}
          onChange={(change) => edit((graph) => changeStep(graph, step.id, change), `settings ${step.id}`)}
          onClear={(field) => edit((graph) => clearStep(graph, step.id, field))}
        />
      </div>
    </>
  )
}
