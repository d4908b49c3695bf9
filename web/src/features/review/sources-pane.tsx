import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'
import { useWords } from '../../lib/words/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { MessageBody } from '../messages/index.ts'
import type { Statements } from './parts-of.ts'
import { reviewWords } from './review.words.ts'

function Facts({ facts, current }: { facts: Statements; current: number | undefined }) {
  const t = useWords(reviewWords)
  const titles = new Map(facts.sources.map(({ id, kind, title }) => [id, title || t.untitled[kind]]))
  const shown = facts.statements
    .map((statement, index) => ({ ...statement, index }))
    .sort((a, b) => Number(b.toCheck) - Number(a.toCheck))
  return (
    <ul>
      {shown.map(({ index, text, toCheck, sources }) => (
        <li key={index} className={`factline ${toCheck ? 'miss' : 'ok'} ${index === current ? 'on' : ''}`}>
          <Icon name={toCheck ? 'warning' : 'ok'} size={14} />
          <div>
            <b>{text}</b>
            <br />
            <span>
              {toCheck
                ? t.nowhere
                : [...new Set(sources.map(({ sourceId }) => titles.get(sourceId) ?? ''))]
                    .map(t.in)
                    .join(' · ')}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Original({ id }: { id: string }) {
  const t = useWords(reviewWords)
  const { data } = useQuery(read(client.messages.get, { params: { id } }))
  if (!data) return null
  const sender = data.from?.name || data.from?.email || ''
  return (
    <section>
      <h2>{t.theirs}</h2>
      <p className="strong">{sender}</p>
      <div className="letter">
        <MessageBody message={data} sender={sender} />
      </div>
    </section>
  )
}

type SourcesPaneProps = {
  facts: Statements | undefined
  current: number | undefined
  about: string | undefined
}

/** Where each fact of a draft comes from, and the mail that it answers. */
export function SourcesPane({ facts, current, about }: SourcesPaneProps) {
  const t = useWords(reviewWords)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard.
    <aside className="src" aria-label={t.facts} tabIndex={0}>
      {facts && (
        <section>
          <h2>{t.facts}</h2>
          {facts.statements.length > 0 ? (
            <Facts facts={facts} current={current} />
          ) : (
            <p className="xs muted">{t.noFacts}</p>
          )}
        </section>
      )}
      {about && <Original id={about} />}
    </aside>
  )
}
