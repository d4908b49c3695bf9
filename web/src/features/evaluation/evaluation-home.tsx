import { Link } from '@tanstack/react-router'
import { ReadFault } from '../../api/read-fault.tsx'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useClassifiers } from './evaluation.queries.ts'
import { evaluationWords } from './evaluation.words.ts'
import './evaluation.css'

/** The classifiers of all workflows. */
export default function EvaluationHome() {
  const t = useWords(evaluationWords)
  usePageTitle(t.title)
  const { classifiers, isPending, error, refetch } = useClassifiers()
  return (
    <div className="main evaluation">
      <div className="bar">
        <h1>{t.title}</h1>
      </div>
      {error && <ReadFault error={error} onRetry={() => void refetch()} />}
      {!error && !isPending && classifiers.length === 0 && (
        <Empty icon="measure" title={t.none} text={t.noneText} />
      )}
      {classifiers.length > 0 && (
        <div className="scroll">
          <div className="page">
            <p className="muted">{t.homeText}</p>
            <ul className="evaluation-classifiers rows">
              {classifiers.map(({ workflowId, workflowName, nodeId, nodeName, categories }) => (
                <li key={`${workflowId} ${nodeId}`}>
                  <Link to="/evaluation/$workflowId/$nodeId" params={{ workflowId, nodeId }}>
                    <Icon name="classify" />
                    <span>
                      <b>{nodeName}</b>
                      <small className="muted">{workflowName}</small>
                    </span>
                    <span className="push xs muted">{categories.map(({ name }) => name).join(', ')}</span>
                    <Icon name="right" size={14} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  )
}
