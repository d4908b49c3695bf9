import { expect, it } from 'vitest'
import { assignThreads, type KnownRef, type UnassignedMessage } from './assign-threads.ts'

const mail = (...ids: string[]): UnassignedMessage => ({
  mailboxId: 'm',
  ids,
  subject: undefined,
  joinsBySubject: false,
  at: 0,
})
const known = (ref: string, threadId: string, messages = 1): KnownRef => ({
  mailboxId: 'm',
  ref,
  threadId,
  messages,
  lastAt: '1970-01-01T00:00:00.000Z',
})

it('assigns a reply and its original to one thread in any order', () => {
  const [a, b, c] = assignThreads([mail('2', '1'), mail('1'), mail('3', '2')], []).threadIds
  expect([b, c]).toEqual([a, a])
})

it('joins a stored thread', () => {
  expect(assignThreads([mail('2', '1')], [known('1', 't')])).toEqual({
    threadIds: ['t'],
    merged: [],
    refs: [{ mailboxId: 'm', ref: '2', threadId: 't' }],
  })
})

it('merges two threads that a message connects into the larger one', () => {
  const { threadIds, merged } = assignThreads(
    [mail('9'), mail('3', '1', '2'), mail('4', '9', '3')],
    [known('1', 'small', 2), known('2', 'large', 5)],
  )
  expect(threadIds).toEqual(['large', 'large', 'large'])
  expect(merged).toEqual([{ from: 'small', into: 'large' }])
})

it('does not merge threads that would exceed the limit', () => {
  const { threadIds, merged } = assignThreads(
    [mail('3', '1', '2')],
    [known('1', 'a', 600), known('2', 'b', 700)],
  )
  expect([threadIds, merged]).toEqual([['b'], []])
})

it('starts a new thread when one is full, and assigns later messages to it', () => {
  const { threadIds, refs } = assignThreads([mail('1'), mail('2', '1')], [known('1', 'full', 1000)])
  expect(threadIds[0]).not.toBe('full')
  expect(threadIds[1]).toBe(threadIds[0])
  expect(refs).toContainEqual({ mailboxId: 'm', ref: '1', threadId: threadIds[0] })
})

it('keeps mailboxes apart', () => {
  const [a, b] = assignThreads([mail('1'), { ...mail('1'), mailboxId: 'n' }], []).threadIds
  expect(a).not.toBe(b)
})

it('joins by subject only where allowed, and only without a match by id', () => {
  const original = { ...mail('1'), subject: 's' }
  const reply = { ...mail('2'), subject: 's', joinsBySubject: true }
  const another = { ...mail('3'), subject: 's' }
  const ofOtherThread = { ...mail('4', '9'), subject: 's', joinsBySubject: true }
  const { threadIds } = assignThreads([original, reply, another, ofOtherThread], [known('9', 'nine')])
  expect(threadIds[1]).toBe(threadIds[0])
  expect(threadIds[2]).not.toBe(threadIds[0])
  expect(threadIds[3]).toBe('nine')
})

it.each([
  [0, true],
  [29, true],
  [30, true],
  [31, false],
  [400, false],
])('joins by subject after %i days: %s', (days, joins) => {
  const later = { ...mail('2'), subject: 's', joinsBySubject: true, at: days * 24 * 3600 * 1000 }
  expect(assignThreads([later], [known('s', 't')]).threadIds[0] === 't').toBe(joins)
  const [a, b] = assignThreads([{ ...mail('1'), subject: 's' }, later], []).threadIds
  expect(a === b).toBe(joins)
})
