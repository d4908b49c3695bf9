import { useEffect, useRef } from 'react'
import { useWords } from '../../lib/words/words.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Message, Proposal } from './assistant.queries.ts'
import { assistantWords } from './assistant.words.ts'
import { ProposalCard } from './proposal-card.tsx'

function ToolWork({ message }: { message: Message }) {
  const t = useWords(assistantWords)
  const known: Record<string, string> = t.tools
  const name = known[message.toolName ?? ''] ?? message.toolName ?? ''
  return (
    <details className="assistant-tool">
      <summary>
        <Icon name={message.toolOk ? 'check' : 'warning'} size={14} />
        {message.toolOk ? t.tool(name) : t.toolFailed(name)}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard. */}
      <section className="assistant-tool-result" aria-label={t.result} tabIndex={0}>
        <pre>{JSON.stringify(message.toolResult, null, 2)}</pre>
      </section>
    </details>
  )
}

type MessagesProps = {
  messages: readonly Message[]
  proposals: readonly Proposal[]
  stream: ReadonlyMap<string, string>
  isRunning: boolean
}

/** The conversation; the newest words are kept in view. */
export function Messages({ messages, proposals, stream, isRunning }: MessagesProps) {
  const t = useWords(assistantWords)
  const end = useRef<HTMLDivElement>(null)
  const stored = new Set(messages.map(({ id }) => id))
  const arriving = isRunning ? [...stream].filter(([id]) => !stored.has(id)) : []
  const length = messages.length + proposals.length + arriving.reduce((sum, [, text]) => sum + text.length, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever grows moves the end.
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [length])
  return (
    <>
      {messages.map((message) => {
        if (message.role === 'tool') return <ToolWork key={message.id} message={message} />
        const streamed = isRunning ? (stream.get(message.id) ?? '') : ''
        const text = streamed.length > message.content.length ? streamed : message.content
        if (text === '') return null
        return (
          <div key={message.id} className={`assistant-turn assistant-${message.role}`}>
            {message.role === 'user' && <span className="sr">{t.you}: </span>}
            {text}
          </div>
        )
      })}
      {arriving.map(([id, text]) => (
        <div key={id} className="assistant-turn">
          {text}
        </div>
      ))}
      {proposals.map((proposal) => (
        <ProposalCard key={proposal.id} proposal={proposal} />
      ))}
      {isRunning && (
        <p className="assistant-working xs muted" role="status">
          <Icon name="running" size={14} />
          {t.thinking}
        </p>
      )}
      <div ref={end} />
    </>
  )
}
