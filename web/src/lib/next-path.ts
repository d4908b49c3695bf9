/** A path of our own to go on to after signing in; anything else is ignored. */
export const safePath = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined

/** The approval link to return to. It is in the fragment, which stays in the browser. */
export const approvalPath = (hash: string): string | undefined =>
  /^#?(\/api\/v1\/approvals\/t\/[\w-]+\/(?:approve|reject))$/.exec(hash)?.[1]
