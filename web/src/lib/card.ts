/** What became of a card of the desk. */
export type Outcome = 'sent' | 'rejected' | 'snoozed'

/** How a card tells the desk that it is done: at once, and again if the service has refused it. */
export type CardProps = {
  id: string
  about: string | undefined
  reason: string | undefined
  onDone(outcome: Outcome): void
  onRefused(error: unknown): void
  /** The member has taken it back. */
  onUndone(): void
  onSkip(): void
}
