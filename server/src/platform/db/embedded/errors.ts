/** Every message is one sentence for the operator: what is wrong and what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

export class DataFolderInUse extends EmbeddedPostgresError {
  override name = 'DataFolderInUse'
  readonly folder: string
  readonly pid: number | undefined

  constructor(folder: string, pid: number | undefined, where = '') {
    const owner =
      pid === undefined ? 'another Mailwright process' : `another Mailwright process (pid ${pid}${where})`
    super(`The data folder ${folder} is in use by ${owner}: stop that process or choose another data folder.`)
    this.folder = folder
    this.pid = pid
  }
}

/** Node's own error codes, without trusting the type of what was thrown. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** For errors of Node's file functions: a full disk, an inaccessible folder. */
export function toFolderError(error: unknown, folder: string): unknown {
  const advice: Record<string, string> = {
    ENOSPC: 'free some disk space, then start again',
    EDQUOT: 'free some disk space, then start again',
    EROFS: 'make its file system writable or choose another data folder',
    EACCES: 'make it writable for the account that runs Mailwright or choose another data folder',
    EPERM: 'make it writable for the account that runs Mailwright or choose another data folder',
  }
  const todo = advice[codeOf(error)]
  if (!todo || error instanceof EmbeddedPostgresError) return error
  return new EmbeddedPostgresError(`The data folder ${folder} cannot be used (${messageOf(error)}): ${todo}.`)
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
