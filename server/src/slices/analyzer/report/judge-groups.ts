import type { Cell } from '../grouping/cells.ts'
import type { Group } from './describe-group.ts'
import type { Thresholds } from './thresholds.ts'

export type Judged = { cell: Cell; group: Group }

/** From this share on a group counts as covered. */
const minCovered = 0.8

const byVolume = (a: Judged, b: Judged) =>
  b.group.volume - a.group.volume || (a.group.key < b.group.key ? -1 : 1)

/** Decides what needs no look at the messages, and returns the groups for which a workflow is sought. */
export function judgeGroups(
  groups: Judged[],
  { minGroupVolume, maxGroupsAnalyzed }: Thresholds,
  rejected: ReadonlySet<string>,
  rejectedText: string,
): Judged[] {
  const open: Judged[] = []
  for (const one of groups.sort(byVolume)) {
    const { cell, group } = one
    if (cell.volume < minGroupVolume) group.verdict = 'below_threshold'
    else if (cell.covered / cell.volume >= minCovered) group.verdict = 'covered'
    else if (cell.signal === 'auto') group.verdict = 'nothing_to_automate'
    else if (rejected.has(group.key)) {
      group.verdict = 'proposal_rejected'
      group.issues = [{ code: 'rejected_by_member', message: rejectedText }]
    } else if (open.length >= maxGroupsAnalyzed) group.verdict = 'over_limit'
    else open.push(one)
  }
  return open
}

const maxListed = 200

/** All groups with a verdict that somebody may act on, and the largest of the others. */
export function selectListed(groups: Judged[]): Group[] {
  const isPlain = ({ group }: Judged) => group.verdict === 'below_threshold' || group.verdict === 'over_limit'
  const decided = groups.filter((one) => !isPlain(one)).slice(0, maxListed)
  const plain = groups.filter(isPlain).slice(0, maxListed - decided.length)
  return [...decided, ...plain].sort(byVolume).map(({ group }) => group)
}
