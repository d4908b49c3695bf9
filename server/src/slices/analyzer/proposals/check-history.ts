import type { GroupProposal } from '@mailwright/contract/analyzer'
import type { Static } from '@mailwright/contract/schema'
import type { AnalyzedMail } from '../../messages/index.ts'
import type { Cell } from '../grouping/cells.ts'
import type { TriggerCondition } from '../ports.ts'
import { foldSubject, type ProposedTrigger } from './trigger-of.ts'

export type History = Static<typeof GroupProposal>['history']

export type Candidate = { cell: Cell; trigger: ProposedTrigger; condition: TriggerCondition }

const maxExamples = 10

const exampleOf = ({ id, fromEmail, subject }: AnalyzedMail) => ({
  messageId: id,
  from: fromEmail,
  subject,
})

/** Replays the proposed triggers over the messages of the window. */
export function openHistory(candidates: readonly Candidate[], mailboxId: string, days: number) {
  const tallies = candidates.map((candidate) => ({
    ...candidate,
    history: {
      days,
      runs: 0,
      inGroup: 0,
      others: 0,
      otherExamples: [],
      missed: 0,
      missedExamples: [],
    } as History,
  }))
  const byCell = new Map(tallies.map((tally) => [tally.cell, tally]))

  function countRun(history: History, mail: AnalyzedMail, isOwn: boolean) {
    history.runs++
    if (isOwn) history.inGroup++
    else {
      history.others++
      if (history.otherExamples.length < maxExamples) history.otherExamples.push(exampleOf(mail))
    }
  }
  function countMissed(history: History, mail: AnalyzedMail) {
    history.missed++
    if (history.missedExamples.length < maxExamples) history.missedExamples.push(exampleOf(mail))
  }

  return {
    /** `cell` is the group of the message. */
    count(mail: AnalyzedMail, cell: Cell | undefined) {
      const folded = foldSubject(mail)
      const own = cell && byCell.get(cell)
      let isMissed = own !== undefined
      for (const tally of tallies) {
        if (!tally.trigger.mayMatch(mail, folded) || !tally.condition.matches(mailboxId, mail)) continue
        countRun(tally.history, mail, tally === own)
        if (tally === own) isMissed = false
      }
      if (own && isMissed) countMissed(own.history, mail)
    },
    of: (cell: Cell) => byCell.get(cell)?.history,
  }
}
