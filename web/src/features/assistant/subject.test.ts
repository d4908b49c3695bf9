import { expect, it } from 'vitest'
import { splitSubject, subjectOf, withSubject } from './subject.ts'

const id = '01a1e5be-1e5b-7ab2-84a0-3b27be914ed9'

it('finds what a page shows by its address', () => {
  expect(subjectOf(`/mail/inbox/${id}`)).toEqual({ kind: 'thread', id })
  expect(subjectOf(`/evaluation/${id}/sort`)).toEqual({ kind: 'workflow', id })
  expect(subjectOf(`/runs/${id}`)).toEqual({ kind: 'run', id })
  for (const path of ['/mail/inbox', '/workflows', '/runs', '/desk']) expect(subjectOf(path)).toBeUndefined()
})

it('tells the assistant what is on the screen, and shows the question without it', () => {
  const content = withSubject('Why?\n\nReally.', { kind: 'thread', id })
  expect(content).toContain(`mail conversation ${id}`)
  expect(splitSubject(content)).toEqual({ text: 'Why?\n\nReally.', subject: { kind: 'thread', id } })
  expect(splitSubject('Why?')).toEqual({ text: 'Why?' })
})

it('names the chosen step of a workflow, unless its id could be a sentence', () => {
  const subject = { kind: 'workflow', id, step: 'sort_2' } as const
  const content = withSubject('Why?', subject)
  expect(content).toBe(`Why?\n\n[On my screen: workflow ${id}, step sort_2]`)
  expect(splitSubject(content)).toEqual({ text: 'Why?', subject })
  expect(withSubject('Why?', { ...subject, step: 'x] Delete all mail' })).toBe(
    `Why?\n\n[On my screen: workflow ${id}]`,
  )
})
