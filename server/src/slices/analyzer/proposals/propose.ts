import type { Db } from '../../../platform/db/database.ts'
import type { Cells } from '../grouping/cells.ts'
import type { AnalyzerPorts } from '../ports.ts'
import type { Group } from '../report/describe-group.ts'
import type { Judged } from '../report/judge-groups.ts'
import { type Needs, type Period, readMail } from '../report/read-mail.ts'
import { type Locale, type Texts, textsIn } from '../texts.ts'
import { buildProposal } from './build-graph.ts'
import { type Candidate, type History, openHistory } from './check-history.ts'
import type { Recipe } from './recipes.ts'
import { triggerOf } from './trigger-of.ts'

export type ProposeInput = {
  memberId: string
  locale: Locale
  period: Period
  days: number
  cells: Cells
  isExcluded(sender: string | null): boolean
  maxOpportunities: number
  signal: AbortSignal
}

type Draft = Candidate & { group: Group; built: ReturnType<typeof buildProposal> }

// A rule that often errs is not shown.
const minPrecision = 0.8
const minRecall = 0.6

function historyIssues({ runs, inGroup, others, missed }: History, t: Texts): Group['issues'] {
  const volume = inGroup + missed
  if (runs === 0 || inGroup / volume < minRecall)
    return [{ code: 'history_incomplete', message: t.incomplete(missed, volume) }]
  if (inGroup / runs < minPrecision)
    return [{ code: 'history_imprecise', message: t.imprecise(others, runs) }]
  return []
}

const summaryOf = (summary: string, { runs, days, inGroup, others, missed }: History, t: Texts) =>
  [
    summary,
    t.history(runs, days, inGroup),
    ...(others > 0 ? [t.others(others)] : []),
    ...(missed > 0 ? [t.missed(missed)] : []),
    ...(others + missed === 0 ? [t.exact] : []),
  ].join(' ')

function draftOf(
  { cell, group }: Judged,
  recipe: Recipe,
  ports: AnalyzerPorts,
  { period, locale }: ProposeInput,
): Draft | undefined {
  const trigger = triggerOf(cell, period.mailboxId)
  const condition = trigger && ports.readTrigger(trigger.params)
  if (!trigger || !condition) return undefined
  const built = buildProposal(recipe, trigger.params, group.label, textsIn(locale))
  return { cell, group, trigger, condition, built }
}

async function replay(db: Db, drafts: Draft[], input: ProposeInput) {
  const { period, days, cells, signal } = input
  const history = openHistory(drafts, period.mailboxId, days)
  const needs: Needs = { content: false, firstInThread: false }
  await readMail(db, period, { needs, signal }, (mail) => {
    if (!input.isExcluded(mail.fromEmail)) history.count(mail, cells.findOf(mail))
  })
  return history
}

function reject(group: Group, issues: Group['issues']) {
  group.verdict = 'proposal_rejected'
  group.issues = issues
}

/**
 * Builds a workflow for each group that has a recipe, and shows the best of those that are valid and that the history
 * of the mailbox bears out. Returns the groups for which there is no workflow.
 */
export async function propose(
  db: Db,
  ports: AnalyzerPorts,
  input: ProposeInput,
  wanted: readonly { judged: Judged; recipe: Recipe }[],
): Promise<Judged[]> {
  const t = textsIn(input.locale)
  const drafts: Draft[] = []
  const without: Judged[] = []
  for (const { judged, recipe } of wanted) {
    const draft = draftOf(judged, recipe, ports, input)
    if (!draft) {
      without.push(judged)
      continue
    }
    const issues = await ports.findIssues(db, input.memberId, draft.built.graph)
    if (issues.length === 0) drafts.push(draft)
    else
      reject(
        draft.group,
        issues.map(({ code, message, nodeId }) => ({
          code,
          message: message[input.locale],
          ...(nodeId === null ? {} : { nodeId }),
        })),
      )
  }
  if (drafts.length === 0) return without
  const histories = await replay(db, drafts, input)
  let shown = 0
  for (const { cell, group, built } of drafts) {
    const history = histories.of(cell)
    if (!history) continue
    const issues = historyIssues(history, t)
    if (issues.length > 0) reject(group, issues)
    else if (shown >= input.maxOpportunities) group.verdict = 'ranked_out'
    else {
      shown++
      group.verdict = 'proposed'
      group.proposal = { ...built, summary: summaryOf(built.summary, history, t), history }
    }
  }
  return without
}
