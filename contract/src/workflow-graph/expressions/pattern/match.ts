import { type Run, spend } from '../budget.ts'
import { fold, hasCharacter, isWordCharacter, lookupCost } from './characters.ts'
import { op, type Program } from './program.ts'

// A Pike VM: all threads advance through the text together, at most one per instruction, so the time is bounded by
// text length × program length. The first alternative wins, as with a backtracking matcher.

type Threads = { size: number; list: Int32Array; seen: Int32Array; generation: number; slots: Int32Array }

const threads = (): Threads => ({
  size: 0,
  list: new Int32Array(0),
  seen: new Int32Array(0),
  generation: 0,
  slots: new Int32Array(0),
})

// Shared by all matches: matching is synchronous and never nested.
const machine = {
  now: threads(),
  next: threads(),
  slots: new Int32Array(0),
  stack: new Int32Array(0),
  work: 0,
}

function reset(of: Threads, size: number, slotCount: number) {
  if (of.list.length < size) {
    of.list = new Int32Array(size)
    of.seen = new Int32Array(size)
    of.generation = 0
  }
  if (of.slots.length < size * slotCount) of.slots = new Int32Array(size * slotCount)
  clear(of)
}

function clear(of: Threads) {
  of.size = 0
  of.generation++
  if (of.generation < 2 ** 31 - 1) return
  of.seen.fill(0)
  of.generation = 1
}

const codeBefore = (text: string, at: number) => {
  const code = at > 0 ? text.charCodeAt(at - 1) : -1
  return code >= 0xdc00 && code <= 0xdfff && at > 1 ? (text.codePointAt(at - 2) ?? code) : code
}

function assertionHolds(code: number, text: string, at: number): boolean {
  switch (code) {
    case op.start:
      return at === 0
    case op.lineStart:
      return at === 0 || text.charCodeAt(at - 1) === 10
    case op.end:
      return at === text.length
    case op.lineEnd:
      return at === text.length || text.charCodeAt(at) === 10
    default: {
      const isEdge = isWordCharacter(codeBefore(text, at)) !== isWordCharacter(text.codePointAt(at) ?? -1)
      return isEdge === (code === op.edge)
    }
  }
}

/** Adds the thread at `pc` and those it reaches without consuming a character, in order of priority. */
function addThread(program: Program, to: Threads, pc0: number, text: string, at: number, slotCount: number) {
  const { stack, slots } = machine
  const { ops, x, y } = program
  stack[0] = pc0
  let top = 1
  while (top > 0) {
    let pc = stack[--top] ?? 0
    if (pc < 0) {
      slots[-pc - 1] = stack[--top] ?? -1
      continue
    }
    while (to.seen[pc] !== to.generation) {
      to.seen[pc] = to.generation
      machine.work++
      const code = ops[pc]
      if (code === op.jump) pc = x[pc] ?? 0
      else if (code === op.split) {
        stack[top++] = y[pc] ?? 0
        pc = x[pc] ?? 0
      } else if (code === op.save) {
        const slot = x[pc] ?? 0
        if (slot < slotCount) {
          stack[top++] = slots[slot] ?? -1
          stack[top++] = -slot - 1
          slots[slot] = at
        }
        pc++
      } else if (code !== undefined && code >= op.start && code <= op.notEdge) {
        machine.work += 4
        if (!assertionHolds(code, text, at)) break
        pc++
      } else {
        to.list[to.size++] = pc
        for (let i = 0; i < slotCount; i++) to.slots[pc * slotCount + i] = slots[i] ?? -1
        machine.work += slotCount >> 2
        break
      }
    }
  }
}

const isBreak = (code: number) => code === 10 || code === 13 || code === 0x2028 || code === 0x2029

function accepts(program: Program, pc: number, code: number): boolean {
  if (code < 0) return false
  const operand = program.x[pc] ?? 0
  switch (program.ops[pc]) {
    case op.character:
      return (program.ignoreCase ? fold(code) : code) === operand
    case op.set: {
      const set = program.sets[operand]
      if (set === undefined) return false
      machine.work += lookupCost(set, code)
      return hasCharacter(set, code)
    }
    case op.any:
      return true
    default:
      return !isBreak(code)
  }
}

/** Where the next match may start when no thread is active; -1 if nowhere. */
function nextStart(program: Program, text: string, at: number): number {
  if (program.isAnchored) return at > 0 ? -1 : at
  if (program.first !== '') {
    const found = text.indexOf(program.first, at)
    machine.work += ((found < 0 ? text.length : found) - at) >> 4
    return found
  }
  if (program.firsts.length === 0) return at
  for (let next = at; next < text.length; ) {
    const code = text.codePointAt(next) ?? -1
    machine.work++
    for (const pc of program.firsts) if (accepts(program, pc, code)) return next
    next += code > 0xffff ? 2 : 1
  }
  return -1
}

/** Advances all threads by one character; true if one matched, with its slots copied to `best`. */
function step(program: Program, text: string, at: number, code: number, slotCount: number, best: Int32Array) {
  const { now, next } = machine
  const after = at + (code > 0xffff ? 2 : 1)
  for (let i = 0; i < now.size; i++) {
    const pc = now.list[i] ?? 0
    const base = pc * slotCount
    if (program.ops[pc] === op.match) {
      for (let k = 0; k < slotCount; k++) best[k] = now.slots[base + k] ?? -1
      return true
    }
    machine.work++
    if (!accepts(program, pc, code)) continue
    for (let k = 0; k < slotCount; k++) machine.slots[k] = now.slots[base + k] ?? -1
    addThread(program, next, pc + 1, text, after, slotCount)
  }
  return false
}

// Units of work per step of the budget.
const workPerStep = 64

function spendWork(run: Run) {
  spend(run, Math.floor(machine.work / workPerStep))
  machine.work %= workPerStep
}

/**
 * The leftmost match from `from` on: start and end of the whole match and of each group, -1 for groups that did not
 * take part. With `slotCount` 0 it only reports whether there is a match.
 */
export function findMatch(run: Run, program: Program, text: string, from: number, slotCount: number) {
  reset(machine.now, program.ops.length, slotCount)
  reset(machine.next, program.ops.length, slotCount)
  if (machine.slots.length < slotCount) machine.slots = new Int32Array(slotCount)
  // Each instruction is visited once per character and pushes at most two numbers.
  const stackSize = program.ops.length * 2 + 2
  if (machine.stack.length < stackSize) machine.stack = new Int32Array(stackSize)
  machine.work = workPerStep
  const best = new Int32Array(slotCount)
  let hasMatch = false
  let at = from
  while (true) {
    if (machine.work >= workPerStep) spendWork(run)
    if (machine.now.size === 0) {
      at = hasMatch ? -1 : nextStart(program, text, at)
      if (at < 0) break
    }
    if (!hasMatch && !(program.isAnchored && at > 0)) {
      machine.slots.fill(-1)
      addThread(program, machine.now, 0, text, at, slotCount)
    }
    const code = text.codePointAt(at) ?? -1
    if (step(program, text, at, code, slotCount, best)) {
      hasMatch = true
      if (slotCount === 0) break
    }
    const { now, next } = machine
    clear(now)
    machine.now = next
    machine.next = now
    if (code < 0) break
    at += code > 0xffff ? 2 : 1
  }
  spendWork(run)
  return hasMatch ? best : undefined
}
