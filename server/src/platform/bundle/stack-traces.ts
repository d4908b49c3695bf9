import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleFile, linesFile, readBundleSources } from './bundle-files.ts'
import { lineOf } from './line-table.ts'

type Place = (line: number) => string | undefined

const versionOf = (folder: string) => {
  const found = statSync(join(folder, linesFile), { throwIfNoEntry: false })
  return found && `${found.ino} ${found.ctimeMs}`
}

/** Read with the first stack trace; most processes never have one. By then there may be another bundle. */
function openTable(folder: string, version: string | undefined): Place {
  try {
    const table = readFileSync(join(folder, linesFile))
    if (versionOf(folder) !== version) return () => undefined
    const paths = readBundleSources(folder)?.paths ?? []
    return (line) => {
      const found = lineOf(table, line)
      const path = found && paths[found.source]
      return path && `${path}:${found.line}`
    }
  } catch {
    return () => undefined
  }
}

/** Names sources instead of the bundle in stack traces, wherever they are shown. */
export function nameSourcesInStackTraces(folder: string) {
  const address = pathToFileURL(join(folder, bundleFile)).href
  const version = versionOf(folder)
  let place: Place | undefined
  const translate = (frame: string) => {
    const start = frame.indexOf(address)
    if (start < 0) return frame
    place ??= openTable(folder, version)
    const [position = '', line] = /^:(\d+):\d+/.exec(frame.slice(start + address.length)) ?? []
    const found = place(Number(line))
    return found
      ? frame.slice(0, start) + found + frame.slice(start + address.length + position.length)
      : frame
  }
  Error.prepareStackTrace = (error, frames) =>
    [String(error), ...frames.map((frame) => `    at ${translate(String(frame))}`)].join('\n')
}
