import { type Run, spend } from '../budget.ts'
import { tryParse } from '../fault.ts'
import { findMatch } from './match.ts'
import { parsePattern } from './parse.ts'
import { compileProgram, type Program } from './program.ts'

// Compiled patterns are cached: most are literals that run on every mail. Their cost in steps does not depend on the
// cache, so that an evaluation always costs the same.
const programs = new Map<string, Program>()
const maxCached = 256

export function compiledPattern(run: Run, source: string, flags = ''): Program {
  const key = `${flags}/${source}`
  let program = programs.get(key)
  if (program === undefined) {
    program = compileProgram(parsePattern(source, run.place), flags, run.place)
    if (programs.size >= maxCached) programs.clear()
    programs.set(key, program)
  }
  spend(run, 1 + ((source.length + program.ops.length) >> 3))
  return program
}

/** Whether the pattern is valid, and the work of finding out. */
export function checkPattern(source: string): { isValid: boolean; work: number } {
  const meter = { work: source.length }
  const place = { at: 0, length: 0 }
  const { ok } = tryParse(() => compileProgram(parsePattern(source, place), '', place, meter))
  return { isValid: ok, work: meter.work }
}

export const isMatch = (run: Run, program: Program, text: string): boolean =>
  findMatch(run, program, text, 0, 0) !== undefined

export type Match = { from: number; to: number; groups: (string | undefined)[] }

export function matchFrom(run: Run, program: Program, text: string, from: number): Match | undefined {
  const slots = findMatch(run, program, text, from, (program.names.length + 1) * 2)
  if (slots === undefined) return undefined
  const groups = program.names.map((_, i) => {
    const begin = slots[i * 2 + 2] ?? -1
    const end = slots[i * 2 + 3] ?? -1
    return begin < 0 || end < 0 ? undefined : text.slice(begin, end)
  })
  return { from: slots[0] ?? 0, to: slots[1] ?? 0, groups }
}

/** All non-overlapping matches; each costs at least one step. */
export function allMatches(run: Run, program: Program, text: string): Match[] {
  const matches: Match[] = []
  let from = 0
  while (from <= text.length) {
    spend(run, 1)
    const match = matchFrom(run, program, text, from)
    if (match === undefined) break
    matches.push(match)
    const wide = (text.codePointAt(match.to) ?? 0) > 0xffff ? 2 : 1
    from = match.to > match.from ? match.to : match.to + wide
  }
  return matches
}
