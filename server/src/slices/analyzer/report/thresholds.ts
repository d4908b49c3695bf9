import type { ReportBody } from '@mailwright/contract/analyzer'
import type { Static } from '@mailwright/contract/schema'

export type Thresholds = Static<typeof ReportBody>['thresholds']

const floor = 5
const share = 0.002
/** The limit of the option. */
const maxVolume = 1_000

/** From how many messages a group is worth a look: a share of all of them, or what the member chose. */
export const thresholdsFor = (messages: number, choice: number | null): Thresholds => ({
  minGroupVolume: choice ?? Math.min(maxVolume, Math.max(floor, Math.round(messages * share))),
  mode: choice === null ? 'auto' : 'member_choice',
  floor,
  share,
  maxGroupsAnalyzed: 40,
  maxOpportunities: 10,
})
