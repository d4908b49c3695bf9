import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { startArguments } from './start-command.ts'

export type ChildServer = {
  /** Empty for a worker, which serves no requests. */
  url: string
  /** The output on stdout and stderr. */
  output(): string
  process: ChildProcess
  /** Sends SIGKILL. */
  kill(): Promise<void>
  /** Sends SIGINT and returns the exit code. */
  stop(): Promise<number | null>
}

/** Runs the server in a separate process. */
export async function startChildServer(
  environment: Record<string, string>,
  account: { uid?: number; gid?: number; detached?: boolean } = {},
): Promise<ChildServer> {
  const child = spawn(process.execPath, startArguments, {
    env: {
      PATH: process.env.PATH,
      MAILWRIGHT_WEB_APP: 'off',
      // Load programs run what is shipped. Tests run the sources, unless they say otherwise.
      ...(process.env.VITEST ? { MAILWRIGHT_BUNDLE: 'off' } : {}),
      PORT: '0',
      MAILWRIGHT_ATTACHMENT_CACHE_MB: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  })
  let output = ''
  const exited = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const line = /^Mailwright is ready.*\n/m.exec(output)?.[0]
      if (line) resolve(/ready at (\S+)/.exec(line)?.[1] ?? '')
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`the server exited with ${code}: ${output}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
    return child.exitCode
  }
  return {
    url,
    output: () => output,
    process: child,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGINT'),
  }
}
