import type { Place } from '../fault.ts'
import { type CharacterSet, characterSet, fold } from './characters.ts'
import { type PatternNode, type PatternTree, patternFault, patternLimits } from './parse.ts'

// A pattern compiled for the VM in match.ts. Plain numbers: an object per instruction would cost more than the
// instruction.

export const op = {
  character: 0,
  set: 1,
  any: 2,
  anyButBreak: 3,
  jump: 4,
  split: 5,
  save: 6,
  start: 7,
  lineStart: 8,
  end: 9,
  lineEnd: 10,
  edge: 11,
  notEdge: 12,
  match: 13,
}

export type Program = {
  ops: number[]
  /** Character, set index, slot, or first jump target. */
  x: number[]
  /** Second jump target. */
  y: number[]
  sets: CharacterSet[]
  names: (string | undefined)[]
  ignoreCase: boolean
  /** The pattern can only match at the start of the text. */
  isAnchored: boolean
  /** The character that every match starts with, or ''. */
  first: string
  /** The instructions that may consume the first character; empty if unknown or too many. */
  firsts: number[]
}

/** Counts the work of compiling, also when it fails. */
export type Meter = { work: number }

type Writer = Program & { isMultiline: boolean; isDotAll: boolean; meter: Meter; place: Place }

function emit(w: Writer, code: number, x = 0, y = 0): number {
  if (w.ops.length >= patternLimits.program)
    throw patternFault(
      w.place,
      'it is too large; use fewer repetitions',
      'il est trop grand ; utilisez moins de répétitions',
    )
  w.x.push(x)
  w.y.push(y)
  return w.ops.push(code) - 1
}

function emitEither(w: Writer, nodes: PatternNode[]) {
  const ends: number[] = []
  for (const [i, node] of nodes.entries()) {
    const isLast = i === nodes.length - 1
    const split = isLast ? -1 : emit(w, op.split)
    if (!isLast) w.x[split] = w.ops.length
    emitNode(w, node)
    if (isLast) break
    ends.push(emit(w, op.jump))
    w.y[split] = w.ops.length
  }
  for (const end of ends) w.x[end] = w.ops.length
}

/** Greedy repeats try the body first, lazy ones what follows. */
function setTargets(w: Writer, split: number, body: number, after: number, isLazy: boolean) {
  w.x[split] = isLazy ? after : body
  w.y[split] = isLazy ? body : after
}

function emitRepeat(w: Writer, node: PatternNode, min: number, max: number, isLazy: boolean) {
  for (let i = 0; i < min; i++) emitNode(w, node)
  if (max === Number.POSITIVE_INFINITY) {
    const split = emit(w, op.split)
    emitNode(w, node)
    emit(w, op.jump, split)
    setTargets(w, split, split + 1, w.ops.length, isLazy)
    return
  }
  const splits: number[] = []
  for (let i = min; i < max; i++) {
    splits.push(emit(w, op.split))
    emitNode(w, node)
  }
  for (const split of splits) setTargets(w, split, split + 1, w.ops.length, isLazy)
}

function emitSet(w: Writer, parts: CharacterSet['parts'], isNot: boolean) {
  const known = w.sets.findIndex((set) => set.parts === parts && set.isNot === isNot)
  const index = known >= 0 ? known : w.sets.push(characterSet(parts, isNot, w.ignoreCase)) - 1
  emit(w, op.set, index)
}

function emitAssert(w: Writer, what: 'start' | 'end' | 'edge' | 'notEdge') {
  if (what === 'start') emit(w, w.isMultiline ? op.lineStart : op.start)
  else if (what === 'end') emit(w, w.isMultiline ? op.lineEnd : op.end)
  else emit(w, op[what])
}

function emitNode(w: Writer, node: PatternNode): void {
  // Also counts nodes without instructions: nested (?:){1000} is work without size.
  w.meter.work++
  if (w.meter.work > patternLimits.program * 10)
    throw patternFault(
      w.place,
      'it is too large; use fewer repetitions',
      'il est trop grand ; utilisez moins de répétitions',
    )
  switch (node.kind) {
    case 'character':
      emit(w, op.character, w.ignoreCase ? fold(node.code) : node.code)
      return
    case 'any':
      emit(w, w.isDotAll ? op.any : op.anyButBreak)
      return
    case 'set':
      emitSet(w, node.parts, node.isNot)
      return
    case 'assert':
      emitAssert(w, node.what)
      return
    case 'group':
      emit(w, op.save, node.index * 2)
      emitNode(w, node.node)
      emit(w, op.save, node.index * 2 + 1)
      return
    case 'sequence':
      for (const part of node.nodes) emitNode(w, part)
      return
    case 'either':
      emitEither(w, node.nodes)
      return
    case 'repeat':
      emitRepeat(w, node.node, node.min, node.max, node.isLazy)
  }
}

const maxFirsts = 8

/** The instructions that may consume the first character; empty if a match may be empty or there are too many. */
function findFirsts({ ops, x, y }: Program): number[] {
  const seen = new Set<number>()
  const firsts: number[] = []
  const open = [0]
  for (let pc = open.pop(); pc !== undefined; pc = open.pop()) {
    if (seen.has(pc)) continue
    seen.add(pc)
    const code = ops[pc] ?? op.match
    if (code === op.match) return []
    if (code < op.jump) firsts.push(pc)
    else if (code === op.jump) open.push(x[pc] ?? 0)
    else if (code === op.split) open.push(x[pc] ?? 0, y[pc] ?? 0)
    else open.push(pc + 1)
  }
  return firsts.length > maxFirsts ? [] : firsts
}

export function compileProgram(
  tree: PatternTree,
  flags: string,
  place: Place,
  meter: Meter = { work: 0 },
): Program {
  const has = (flag: string) => flags.includes(flag) || tree.flags.includes(flag)
  const program: Program = {
    ops: [],
    x: [],
    y: [],
    sets: [],
    names: tree.names,
    ignoreCase: has('i'),
    isAnchored: false,
    first: '',
    firsts: [],
  }
  const w: Writer = { ...program, isMultiline: has('m'), isDotAll: has('s'), meter, place }
  emit(w, op.save, 0)
  emitNode(w, tree.node)
  emit(w, op.save, 1)
  emit(w, op.match)
  const begin = w.ops.findIndex((code) => code !== op.save)
  const code = w.x[begin] ?? 0
  if (w.ops[begin] === op.character && !program.ignoreCase && code <= 0xffff)
    program.first = String.fromCharCode(code)
  return { ...program, isAnchored: w.ops[begin] === op.start, firsts: findFirsts(w) }
}
