/** The request that opens a session. */
export type Visit = {
  ip: string
  userAgent: string | null
  cookie(name: string): string | undefined
  header(name: string, value: string): void
}
