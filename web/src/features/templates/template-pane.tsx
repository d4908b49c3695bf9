import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { read, reread } from '../../api/read.ts'
import { ReadFault } from '../../api/read-fault.tsx'
import { useWords } from '../../lib/words/words.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { BlankField } from './blank-field.tsx'
import { fillBlanks, findBlanks } from './blanks.ts'
import { Manage } from './manage.tsx'
import { type Graph, type NodeType, type Template, templateQuery, useNodeTypes } from './templates.queries.ts'
import { templateWords } from './templates.words.ts'

const effectIcons: Record<Exclude<NodeType['effect'], 'none'>, IconName> = {
  mailbox: 'mail',
  table: 'table',
  human: 'person',
  sends: 'sent',
  external: 'globe',
}

function Effects({ graph, types }: { graph: Graph; types: ReadonlyMap<string, NodeType> }) {
  const t = useWords(templateWords)
  const found = graph.nodes.flatMap(({ type }) => {
    const effect = types.get(type)?.effect
    return effect && effect !== 'none' ? [effect] : []
  })
  const effects = [...new Set(found)]
  return (
    <p className="row wrap tp-effects">
      {effects.map((effect) => (
        <span key={effect} className={`effect ${effect === 'sends' ? 'sends' : ''}`}>
          <Icon name={effectIcons[effect]} />
          {t.effects[effect]}
        </span>
      ))}
      {!effects.includes('sends') && (
        <span className="effect">
          <Icon name="shield" />
          {t.sendsNothing}
        </span>
      )}
    </p>
  )
}

function Needs({ template }: { template: Template }) {
  const t = useWords(templateWords)
  const { data } = useQuery(read(client.mailboxes.list, {}))
  const wantsMail = template.nodeTypes.some((type) => /^(trigger\.message|trigger\.bounce|mail\.)/.test(type))
  const mailboxes = data?.mailboxes ?? []
  const wantsModel = template.requiresProviders.includes('ai')
  if (!wantsMail && !wantsModel) return <p className="muted xs">{t.nothing}</p>
  return (
    <ul className="tp-needs">
      {wantsMail && (
        <li>
          <Icon
            name={mailboxes.length > 0 ? 'ok' : 'warning'}
            className={mailboxes.length > 0 ? 'ok' : 'miss'}
          />
          <span>{t.mailbox}</span>
          {mailboxes.length > 0 ? (
            <span className="muted cut">{mailboxes.map(({ address }) => address).join(', ')}</span>
          ) : (
            data && (
              <Link className="link" to="/connect">
                {t.connect}
              </Link>
            )
          )}
        </li>
      )}
      {wantsModel && (
        <li>
          <Icon name="info" />
          <span>{t.model}</span>
        </li>
      )}
    </ul>
  )
}

type InstallProps = { template: Template; graph: Graph; types: ReadonlyMap<string, NodeType> }

/** Creates the draft, with the blanks filled in, and opens it. */
function Install({ template, graph, types }: InstallProps) {
  const t = useWords(templateWords)
  const navigate = useNavigate()
  const [name, setName] = useState(template.name)
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const blanks = findBlanks(graph, types)
  const install = async () => {
    setIsBusy(true)
    setFault(undefined)
    try {
      const { workflowId } = await client.templates.install({
        params: { id: template.id },
        body: name.trim() ? { name: name.trim() } : {},
      })
      if (Object.values(answers).some((answer) => answer.trim())) {
        const made = await client.workflows.get({ params: { id: workflowId } })
        const filled = fillBlanks(made.graph, blanks, answers)
        await client.workflows.update({ params: { id: workflowId }, body: { graph: filled } })
      }
      showToast({ icon: 'check', text: t.installed(name.trim() || template.name) })
      await reread(['templates'], ['workflows'])
      await navigate({ to: '/workflows/$workflowId', params: { workflowId } })
    } catch (error) {
      setFault(faultText(error))
      setIsBusy(false)
    }
  }
  return (
    <form
      className="tp-install"
      onSubmit={(event) => {
        event.preventDefault()
        void install()
      }}
    >
      {blanks.length > 0 && (
        <div className="section tp-blanks">
          <h3 className="head">{t.blanks}</h3>
          {blanks.map((blank) => (
            <BlankField
              key={blank.id}
              blank={blank}
              value={answers[blank.id] ?? ''}
              onChange={(answer) => setAnswers((now) => ({ ...now, [blank.id]: answer }))}
            />
          ))}
        </div>
      )}
      <div className="section">
        <Field label={t.name} maxLength={200} value={name} onChange={({ target }) => setName(target.value)} />
      </div>
      {fault && (
        <p className="section hint bad" role="alert">
          {fault}
        </p>
      )}
      <footer className="tp-foot">
        <Button kind="primary" type="submit" disabled={isBusy}>
          {t.install}
        </Button>
        <span className="xs muted">{t.later}</span>
      </footer>
    </form>
  )
}

type TemplatePaneProps = { template: Template; isAdmin: boolean; onClose(): void }

/** A template: what it does, what it needs, and how to install it. */
export function TemplatePane({ template, isAdmin, onClose }: TemplatePaneProps) {
  const t = useWords(templateWords)
  const types = useNodeTypes()
  const query = useQuery(templateQuery(template.id))
  if (query.error) return <ReadFault error={query.error} onRetry={() => void query.refetch()} />
  const graph = query.data?.graph
  return (
    <div className="scroll">
      <div className="section">
        <IconButton className="tp-back" icon="left" label={t.back} onClick={onClose} />
        <h2 className="display tp-title">{template.name}</h2>
        <p className="muted">{template.description}</p>
        {graph && <Effects graph={graph} types={types} />}
      </div>
      <div className="section">
        <h3 className="head">{t.needs}</h3>
        <Needs template={template} />
      </div>
      {graph && (
        <div className="section">
          <h3 className="head">{t.steps}</h3>
          <ol className="tp-steps">
            {graph.nodes.map(({ id, name, type }) => (
              <li key={id}>
                {name} <span className="muted">{types.get(type)?.title}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
      {graph && types.size > 0 && (
        <Install key={template.id} template={template} graph={graph} types={types} />
      )}
      {isAdmin && <Manage template={template} onRemoved={onClose} />}
    </div>
  )
}
