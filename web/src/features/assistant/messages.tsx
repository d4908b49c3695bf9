import { useEffect, useRef } from 'react'
import { reread } from '../../api/read.ts'
import { useWords } from '../../lib/words/words.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { Message, Proposal } from './assistant.queries.ts'
import { assistantWords } from './assistant.words.ts'
import { ProposalCard } from './proposal-card.tsx'
import { joinPieces, type Piece } from './stream.ts'
import { type SubjectKind, splitSubject } from './subject.ts'

export const subjectIcons: Record<SubjectKind, IconName> = {
  thread: 'mail',
  workflow: 'flow',
  run: 'runs',
  table: 'table',
  template: 'template',
}

function useToolName(name: string | null) {
  const known: Record<string, string> = useWords(assistantWords).tools
  return known[name ?? ''] ?? name ?? ''
}

/** How many things a tool has found, if it lists any. */
function countOf(result: unknown): number | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  return Object.values(result).find((value) => Array.isArray(value))?.length
}

/** A tool that the assistant has used, with what came back. */
function ToolWork({ message: { toolName, toolOk, toolResult } }: { message: Message }) {
  const t = useWords(assistantWords)
  const name = useToolName(toolName)
  const count = /^(list|search)_/.test(toolName ?? '') ? countOf(toolResult) : undefined
  return (
    <details className="assistant-tool">
      <summary>
        <Icon name={toolOk ? 'check' : 'warning'} size={14} />
        {toolOk ? name : t.toolFailed(name)}
        {count !== undefined && <span className="push num faint">{t.found(count)}</span>}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard. */}
      <section className="assistant-tool-result" aria-label={t.result} tabIndex={0}>
        <pre>{JSON.stringify(toolResult, null, 2)}</pre>
      </section>
    </details>
  )
}

/** What the assistant does now: a tool that has not answered yet, or thinking. */
function Working({ messages }: { messages: readonly Message[] }) {
  const t = useWords(assistantWords)
  const answered = new Set(messages.map(({ toolCallId }) => toolCallId))
  const last = messages.findLast(({ role }) => role === 'assistant')
  const call = last?.toolCalls.find(({ id }) => !answered.has(id))
  const name = useToolName(call?.name ?? null)
  return (
    <p className="assistant-working xs muted" role="status">
      <Icon name="running" size={14} />
      {call ? name : t.thinking}
    </p>
  )
}

function Question({ content }: { content: string }) {
  const t = useWords(assistantWords)
  const { text, subject } = splitSubject(content)
  return (
    <div className="assistant-turn assistant-user">
      <span className="sr">{t.you}: </span>
      {text}
      {subject && (
        <span className="assistant-subject xs muted">
          <Icon name={subjectIcons[subject.kind]} size={14} />
          {subject.step === undefined ? t.subjects[subject.kind] : t.aStep}
        </span>
      )}
    </div>
  )
}

function Answer({ stored, pieces }: { stored: string; pieces: readonly Piece[] }) {
  const { text, isMissing } = joinPieces(stored, pieces)
  useEffect(() => {
    if (isMissing) void reread(['assistant'])
  }, [isMissing])
  return text === '' ? null : <div className="assistant-turn">{text}</div>
}

function Stored({ message, pieces }: { message: Message; pieces: readonly Piece[] }) {
  if (message.role === 'tool') return <ToolWork message={message} />
  if (message.role === 'user') return <Question content={message.content} />
  return <Answer stored={message.content} pieces={pieces} />
}

/** A proposal is stored just before the message that reports it. */
const isMadeBy = ({ createdAt }: Proposal, messages: readonly Message[], at: number) => {
  const [before, here] = [messages[at - 1]?.createdAt ?? '', messages[at]?.createdAt ?? '']
  const isLast = at === messages.length - 1
  return createdAt > before && (createdAt <= here || isLast)
}

type MessagesProps = {
  messages: readonly Message[]
  proposals: readonly Proposal[]
  stream: ReadonlyMap<string, readonly Piece[]>
  isRunning: boolean
}

/** The conversation; the newest words are kept in view. */
export function Messages({ messages, proposals, stream, isRunning }: MessagesProps) {
  const end = useRef<HTMLDivElement>(null)
  const stored = new Set(messages.map(({ id }) => id))
  const arriving = isRunning ? [...stream].filter(([id]) => !stored.has(id)) : []
  const piecesOf = (id: string) => (isRunning ? (stream.get(id) ?? []) : [])
  const pieces = [...stream.values()].reduce((sum, list) => sum + list.length, 0)
  const length = messages.length + proposals.length + pieces
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever grows moves the end.
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [length])
  return (
    <>
      {/* One list: a proposal keeps its state when it moves from one message to the next. */}
      {messages.flatMap((message, at) => [
        <Stored key={message.id} message={message} pieces={piecesOf(message.id)} />,
        ...proposals
          .filter((one) => isMadeBy(one, messages, at))
          .map((proposal) => <ProposalCard key={proposal.id} proposal={proposal} />),
      ])}
      {arriving.map(([id, list]) => (
        <Answer key={id} stored="" pieces={list} />
      ))}
      {isRunning && <Working messages={messages} />}
      <div ref={end} />
    </>
  )
}
