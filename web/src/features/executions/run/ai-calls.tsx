import { number } from '../../../lib/dates.ts'
import { dollars } from '../../../lib/figures.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import type { AiCall } from '../executions.types.ts'
import { runWords } from '../executions.words.ts'
import { JsonView } from './json-view.tsx'

type PromptProps = { prompt: NonNullable<AiCall['prompt']> }

function Prompt({ prompt: { system, messages } }: PromptProps) {
  const t = useWords(runWords)
  return (
    <details className="ai-text">
      <summary>{t.prompt}</summary>
      {system && (
        <>
          <h4>{t.system}</h4>
          <p className="plain-text">{system}</p>
        </>
      )}
      {messages.map(({ role, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages never change their place.
        <div key={at}>
          <h4>{t.roles[role]}</h4>
          <p className="plain-text">{text}</p>
        </div>
      ))}
    </details>
  )
}

function Answer({ answer }: { answer: NonNullable<AiCall['answer']> }) {
  const t = useWords(runWords)
  const hasData = answer.data !== null && answer.data !== undefined
  return (
    <div className="ai-text">
      <h4>{t.answer}</h4>
      {hasData ? (
        <JsonView label={t.answer} value={answer.data} />
      ) : (
        <p className="plain-text">{answer.text}</p>
      )}
      {answer.repaired && <p className="hint">{t.repaired}</p>}
    </div>
  )
}

/** What models were asked in a step, what they answered and what it cost. */
export function AiCalls({ calls }: { calls: readonly AiCall[] }) {
  const t = useWords(runWords)
  const locale = useLook((look) => look.locale)
  const purposes: Record<string, string> = t.purposes
  if (calls.length === 0) return <p className="xs muted">{t.noAi}</p>
  return calls.map((call) => (
    <article key={call.id} className="ai-call">
      <header>
        <b>{purposes[call.purpose] ?? call.purpose}</b>
        <span className="mono xs muted cut">{call.model}</span>
        <span className="push num strong">
          {call.costUsd === null ? t.unpriced : dollars(call.costUsd, locale)}
        </span>
      </header>
      <p className="xs muted">
        {t.tokens(number(call.tokensIn, locale), number(call.tokensOut, locale))}
        {call.tokensCached > 0 && `, ${t.cached(number(call.tokensCached, locale))}`}
      </p>
      {call.prompt && <Prompt prompt={call.prompt} />}
      {call.answer ? (
        <Answer answer={call.answer} />
      ) : (
        <p className="xs muted">{call.prompt ? t.noAnswer : t.gone}</p>
      )}
    </article>
  ))
}
