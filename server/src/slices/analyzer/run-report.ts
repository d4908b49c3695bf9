import type { Db } from '../../platform/db/database.ts'
import { findPreferences } from '../members/index.ts'
import { type AnalyzedMail, countBySender } from '../messages/index.ts'
import { findTimeZone } from '../notifications/index.ts'
import { type Body, countJournal, findRejections } from './analyzer.store.ts'
import { createCells } from './grouping/cells.ts'
import { type Asked, type AskInput, askModel } from './model/ask-model.ts'
import type { AnalyzerPorts } from './ports.ts'
import { propose } from './proposals/propose.ts'
import { recipeByRules } from './proposals/recipes.ts'
import { chooseWindow, type Days } from './report/choose-window.ts'
import { openCoverage } from './report/coverage.ts'
import { describeGroup } from './report/describe-group.ts'
import { findScopes } from './report/find-scopes.ts'
import { type Judged, judgeGroups, selectListed } from './report/judge-groups.ts'
import { createHours } from './report/peak-hours.ts'
import { readMail } from './report/read-mail.ts'
import { thresholdsFor } from './report/thresholds.ts'
import { type Locale, textsIn } from './texts.ts'

const maxFolders = 50

type Built = { body: Body; transcripts: Asked['transcripts'] }

export type ReportRequest = {
  id: string
  mailboxId: string
  memberId: string
  windowChoice: Days | null
  volumeChoice: number | null
  /** The end of the window. */
  until: Date
  signal: AbortSignal
}

const dayMs = 86_400_000

/** Reads the mail of the window once and counts everything that needs no model. */
async function countMail(db: Db, ports: AnalyzerPorts, request: ReportRequest) {
  const { mailboxId, memberId, until, signal } = request
  const preferences = await findPreferences(db, memberId)
  const scopes = await findScopes(db, memberId)
  const chosen = chooseWindow(await countBySender(db, mailboxId, until), scopes, request.windowChoice)
  const period = { mailboxId, since: new Date(until.getTime() - chosen.days * dayMs), until }
  const isExcluded = (sender: string | null) => chosen.excluded.has(sender)
  const coverage = await openCoverage(db, ports, request)
  const hours = createHours(await findTimeZone(db, memberId))
  const cells = createCells()
  const { needs } = coverage
  const needsBody = (mail: AnalyzedMail) => !isExcluded(mail.fromEmail) && coverage.needsBody(mail)
  await readMail(db, period, { needs, needsBody, signal }, (mail, body) => {
    if (isExcluded(mail.fromEmail)) return
    hours.add(mail.receivedAt)
    cells.add(mail, coverage.count(mail, body))
  })
  const locale = preferences?.settings.locale ?? ('en' as const)
  return { chosen, period, isExcluded, coverage: coverage.describe(), hours: hours.all(), cells, locale }
}

const withoutModel = (outcome: Asked['outcome']): Asked => ({ outcome, answers: new Map(), transcripts: [] })

async function askAbout(db: Db, ports: AnalyzerPorts, open: Judged[], input: AskInput): Promise<Asked> {
  if (!(await ports.hasModel(db))) return withoutModel({ status: 'no_provider' })
  if (open.length === 0) return withoutModel({ status: 'nothing_to_analyze' })
  return askModel(ports.ask, open, input)
}

/** Takes over what the model said about a group. Rules that the history bears out also count without it. */
function recipeFor({ cell, group }: Judged, { outcome, answers }: Asked, locale: Locale) {
  const answer = answers.get(group.key)
  if (answer?.name) group.label = answer.name
  if (answer) group.topic ??= answer.topic
  const recipe = answer?.recipe ?? recipeByRules(cell, locale)
  if (outcome.status !== 'no_provider') group.verdict = answer ? 'nothing_to_automate' : 'no_answer'
  return recipe
}

/** Personal folders with mail of these groups. */
const foldersOf = (groups: Judged[]) =>
  [...new Set(groups.flatMap(({ cell }) => [...cell.folders.keys()]))]
    .filter((key) => key.startsWith('folder:') && !key.includes('{{'))
    .sort()
    .slice(0, maxFolders)

/** The whole report of a mailbox. */
export async function buildReport(db: Db, ports: AnalyzerPorts, request: ReportRequest): Promise<Built> {
  const { id, mailboxId, memberId, until, signal } = request
  const { chosen, period, isExcluded, coverage, hours, cells, locale } = await countMail(db, ports, request)
  const thresholds = thresholdsFor(chosen.window.messages, request.volumeChoice)
  cells.mergeRare(thresholds.minGroupVolume)
  const groups = cells.all().map((cell) => ({ cell, group: describeGroup(cell, chosen.days, locale) }))
  const rejected = await findRejections(db, mailboxId)
  const open = judgeGroups(groups, thresholds, rejected, textsIn(locale).rejectedByMember)
  const question = { reportId: id, memberId, mailboxId, locale, folders: foldersOf(open), signal }
  const asked = await askAbout(db, ports, open, question)
  const wanted = open.flatMap((judged) => {
    const recipe = recipeFor(judged, asked, locale)
    return recipe ? [{ judged, recipe }] : []
  })
  const { maxOpportunities } = thresholds
  const input = { memberId, locale, period, days: chosen.days, cells, isExcluded, maxOpportunities, signal }
  await propose(db, ports, input, wanted)
  const body = {
    stats: {
      ...(await countJournal(db, mailboxId, until)),
      ...chosen.stats,
      groups: groups.length,
      groupsAnalyzed: open.length,
      peakHours: hours,
      llmOutcome: asked.outcome,
    },
    window: chosen.window,
    thresholds,
    coverage,
    groups: selectListed(groups),
  }
  return { body, transcripts: asked.transcripts }
}
