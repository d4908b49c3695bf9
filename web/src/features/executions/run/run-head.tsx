import { Link } from '@tanstack/react-router'
import { longTime } from '../../../lib/dates.ts'
import { dollars, duration } from '../../../lib/figures.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { AiCall, RunDetail, Waiting } from '../executions.types.ts'
import { runWords } from '../executions.words.ts'
import type { Line } from './steps.ts'

type HeadProps = {
  run: RunDetail
  lines: readonly Line[]
  calls: readonly AiCall[]
  version: number | undefined
  lengthMs: number
}

function Facts({ run, lines, calls, version, lengthMs }: HeadProps) {
  const t = useWords(runWords)
  const locale = useLook((look) => look.locale)
  const nodes = new Set(lines.map(({ node }) => node.id)).size
  const done = new Set(lines.filter(({ step }) => step?.status === 'succeeded').map(({ node }) => node.id))
    .size
  const facts = [
    ...(run.startedAt
      ? [{ name: run.finishedAt ? t.took : t.lasts, value: duration(lengthMs, locale) }]
      : []),
    { name: t.stepsDone, value: t.ofSteps(done, nodes) },
    ...(calls.length > 0
      ? [
          {
            name: t.cost,
            value: dollars(
              calls.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0),
              locale,
            ),
          },
        ]
      : []),
    ...(version === undefined ? [] : [{ name: t.version, value: String(version) }]),
  ]
  return (
    <dl className="run-facts">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What the run is about, and its figures. */
export function RunHead(props: HeadProps) {
  const { run } = props
  const t = useWords(runWords)
  const locale = useLook((look) => look.locale)
  const mail = run.messageHeadline
  const starts: Record<string, string> = t.withoutMail
  return (
    <div className="head-line">
      <div>
        <p className="xs muted row tight">
          <Icon name={mail ? 'mail' : 'bolt'} size={14} />
          <span className="cut">
            {mail ? `${mail.fromName ? `${mail.fromName}, ` : ''}${mail.fromEmail}, ` : ''}
            {longTime(run.createdAt, locale)}
          </span>
        </p>
        <h2>
          {mail
            ? mail.subject || t.noSubject
            : (starts[run.triggerType ?? ''] ?? (run.triggerType || t.deleted))}
        </h2>
        {run.messageId && (
          <Link className="link xs" to="/messages/$messageId" params={{ messageId: run.messageId }}>
            {t.message}
          </Link>
        )}
      </div>
      <Facts {...props} />
    </div>
  )
}

type BannersProps = { run: RunDetail; lines: readonly Line[]; wait: Waiting | undefined }

/** What somebody should know before the details. */
export function Banners({ run, lines, wait }: BannersProps) {
  const t = useWords(runWords)
  const locale = useLook((look) => look.locale)
  const done = lines.filter(({ step }) => step?.status === 'succeeded').length
  const failedName = lines.find(({ node }) => node.id === run.error?.nodeId)?.node.name
  return (
    <div className="banners">
      {run.status === 'failed' && run.error && (
        <div className="banner" data-tone="bad">
          <Icon name="failed" />
          <span>
            <b>{failedName ? t.failedAt(failedName) : run.error.code}</b> {run.error.message}{' '}
            {run.error.attempts !== undefined &&
              run.error.attempts > 1 &&
              t.failedAttempts(run.error.attempts)}{' '}
            {!run.simulated && done > 0 && t.retrySafe(done)}
          </span>
        </div>
      )}
      {wait && (
        <div className="banner" data-tone="warn">
          <Icon name="waiting" />
          <span>
            <b>
              {t.waits[wait.waitingFor]} {t.waitsAt(wait.nodeName)}
            </b>
            {wait.deadline && `, ${t.until(longTime(wait.deadline, locale))}`}
          </span>
          {wait.approvalId && (
            <span className="push">
              <Link className="btn small" to="/desk/$itemId" params={{ itemId: wait.approvalId }}>
                {t.decide}
              </Link>
            </span>
          )}
        </div>
      )}
      {run.simulated && (
        <div className="banner" data-tone="sim">
          <Icon name="simulated" />
          <span>{t.simulatedBanner}</span>
        </div>
      )}
      {[
        { id: run.retryOfExecutionId, text: t.retryOf },
        { id: run.parentExecutionId, text: t.parent },
      ].map(
        ({ id, text }) =>
          id && (
            <div key={text} className="banner" data-tone="info">
              <Icon name="again" />
              <span>{text}</span>
              <span className="push">
                <Link className="btn small" to="/runs/$runId" params={{ runId: id }}>
                  {t.openOther}
                </Link>
              </span>
            </div>
          ),
      )}
    </div>
  )
}
