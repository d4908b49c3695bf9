import pg from 'pg'

// Longer than a busy server takes.
const timeoutMs = 8_000

/** Whether the server answers a new connection, if only to refuse it. */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'mailwright supervisor',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    // A refusal by the server has a severity.
    return error instanceof Error && 'severity' in error
  } finally {
    void client.end().catch(() => undefined)
  }
}
