import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { reread } from '../../api/read.ts'
import { ReadFault } from '../../api/read-fault.tsx'
import { shortTime } from '../../lib/dates.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useLook } from '../../lib/look.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { showToast } from '../../ui/toasts.tsx'
import {
  type Classifier,
  type EvalRun,
  referenceQuery,
  runsQuery,
  useClassifier,
} from './evaluation.queries.ts'
import { tabs } from './evaluation.search.ts'
import { evaluationWords } from './evaluation.words.ts'
import { Patterns } from './patterns.tsx'
import { Results } from './results.tsx'
import { SortMail } from './sort-mail.tsx'
import './evaluation.css'

const icons: Record<EvalRun['status'], IconName> = {
  queued: 'queued',
  running: 'running',
  succeeded: 'ok',
  failed: 'failed',
}

function Side({
  classifier,
  runs,
  open,
}: {
  classifier: Classifier
  runs: readonly EvalRun[]
  open?: string
}) {
  const t = useWords(evaluationWords)
  const locale = useLook((look) => look.locale)
  const { go } = useClassifier()
  const { data } = useQuery(referenceQuery(classifier.workflowId, classifier.nodeId))
  return (
    <section className="pane evaluation-about" aria-label={classifier.nodeName}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard. */}
      <div className="scroll" tabIndex={0}>
        <div className="section">
          <h2>{t.categories}</h2>
          {classifier.instructions && <p className="xs muted">{classifier.instructions}</p>}
          <dl className="evaluation-kinds-list">
            {classifier.categories.map(({ name, description }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
          <p className="xs muted">{data && t.reference(data.total)}</p>
        </div>
        <div className="section">
          <h2>{t.runs}</h2>
          <ul className="evaluation-runs-list">
            {runs.map(({ id, status, createdAt, totals }) => (
              <li key={id}>
                <button type="button" aria-current={id === open} onClick={() => go({ run: id })}>
                  <Icon name={icons[status]} size={14} />
                  <span>{shortTime(createdAt, locale)}</span>
                  <span className="sr">{t.states[status]}</span>
                  <span className="push num muted">{totals.total}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}

function useMeasure(classifier: Classifier | undefined) {
  const t = useWords(evaluationWords)
  const { go } = useClassifier()
  return async (kind: 'reference' | 'recent') => {
    if (!classifier) return
    const { workflowId: id, nodeId } = classifier
    const sample = kind === 'recent' ? { kind: 'recent' as const, limit: 50 } : { kind: 'reference' as const }
    try {
      const { run } = await client.evaluation.start({ params: { id, nodeId }, body: { sample } })
      await reread(['evaluation'])
      go({ run: run.id })
    } catch (error) {
      showToast({ icon: 'warning', text: t.refused(faultText(error)), isFault: true })
    }
  }
}

function Bar({ classifier }: { classifier: Classifier }) {
  const t = useWords(evaluationWords)
  const { search, go } = useClassifier()
  const measure = useMeasure(classifier)
  const entries = (['reference', 'recent'] as const).map((sample) => ({
    id: sample,
    label: t.samples[sample],
    run: () => void measure(sample),
  }))
  useCommands([
    {
      id: 'measure',
      title: t.measure,
      group: t.title,
      keys: ['m'],
      icon: 'measure',
      run: () => void measure('reference'),
    },
    {
      id: 'measure-recent',
      title: `${t.measure}: ${t.samples.recent}`,
      group: t.title,
      icon: 'measure',
      run: () => void measure('recent'),
    },
  ])
  return (
    <div className="bar">
      <Link to="/evaluation" className="crumb muted">
        {classifier.workflowName}
      </Link>
      <Icon name="right" size={12} />
      <h1 className="cut">{classifier.nodeName}</h1>
      <Segmented
        label={t.title}
        value={search.tab ?? 'results'}
        choices={tabs.map((tab) => ({ value: tab, label: t.tabs[tab] }))}
        onChange={(tab) => go(tab === 'results' ? {} : { tab })}
      />
      <span className="push group">
        <Button kind="primary" size="small" icon="measure" keys="m" onClick={() => void measure('reference')}>
          {t.measure}
        </Button>
        <Menu
          align="end"
          trigger={<IconButton kind="plain" icon="down" label={t.sample} />}
          groups={[{ title: t.sample, entries }]}
        />
      </span>
    </div>
  )
}

/** A classifier: what it is told, how good it is, and how to make it better. */
export default function ClassifierPage() {
  const t = useWords(evaluationWords)
  const { classifier, isKnown, error, refetch, search, workflowId, nodeId } = useClassifier()
  usePageTitle(classifier?.nodeName ?? t.title)
  const { data } = useQuery(runsQuery(workflowId, nodeId))
  if (error) return <ReadFault error={error} onRetry={() => void refetch()} />
  if (isKnown && !classifier) return <Empty icon="gone" title={t.gone} />
  if (!classifier || !data) return null
  const { runs } = data
  const tab = search.tab ?? 'results'
  return (
    <div className="main evaluation">
      <Bar classifier={classifier} />
      <div className="panes evaluation-classifier">
        <Side classifier={classifier} runs={runs} open={search.run ?? runs[0]?.id ?? ''} />
        <div className="pane">
          {tab === 'results' && <Results classifier={classifier} runs={runs} />}
          {tab === 'sort' && <SortMail classifier={classifier} />}
          {tab === 'patterns' && <Patterns classifier={classifier} />}
        </div>
      </div>
    </div>
  )
}
