export type SubjectKind = 'thread' | 'workflow' | 'run' | 'table' | 'template'
/** What is on the screen; of a workflow also the step that is chosen there. */
export type Subject = { kind: SubjectKind; id: string; step?: string }

const places: [kind: SubjectKind, path: RegExp][] = [
  ['thread', /^\/mail\/[^/]+\/([\w-]+)/],
  ['workflow', /^\/(?:workflows|evaluation)\/([\w-]+)/],
  ['run', /^\/runs\/([\w-]+)/],
  ['table', /^\/tables\/([\w-]+)/],
  ['template', /^\/templates\/([\w-]+)/],
]

/** What a page shows, by its address. */
export function subjectOf(path: string): Subject | undefined {
  for (const [kind, pattern] of places) {
    const id = pattern.exec(path)?.[1]
    if (id) return { kind, id }
  }
  return undefined
}

// In the words of the assistant's tools. Only the id is named: a subject line or a name is the text of somebody else.
const nouns: Record<SubjectKind, string> = {
  thread: 'mail conversation',
  workflow: 'workflow',
  run: 'execution',
  table: 'table',
  template: 'template',
}

/** The question with a last line that tells the assistant what is on the screen. */
export const withSubject = (question: string, { kind, id, step }: Subject) =>
  `${question}\n\n[On my screen: ${nouns[kind]} ${id}${step && isPlain.test(step) ? `, step ${step}` : ''}]`

// The id of a step in an imported workflow may be any text.
const isPlain = /^[\w-]{1,80}$/
const lastLine = /\n\n\[On my screen: ([a-z ]+) ([\w-]+)(?:, step ([\w-]+))?\]$/

/** The question as the member wrote it, and what was on the screen. */
export function splitSubject(content: string): { text: string; subject?: Subject } {
  const [line, noun, id, step] = lastLine.exec(content) ?? []
  const kind = (Object.keys(nouns) as SubjectKind[]).find((one) => nouns[one] === noun)
  if (line === undefined || !kind || !id) return { text: content }
  return { text: content.slice(0, -line.length), subject: { kind, id, ...(step && { step }) } }
}
