import { useQueries, useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { useWords } from '../../lib/words/words.ts'
import { Select } from '../../ui/select.tsx'
import {
  type Connection,
  defaultsQuery,
  modelsQuery,
  type Provider,
  type Purpose,
  purposes,
} from './ai.queries.ts'
import { aiWords } from './ai.words.ts'
import { useSave } from './use-save.ts'

type Choice = { provider: Provider; model: string }
const keyOf = ({ provider, model }: Choice) => `${provider} ${model}`

/** Every model of every connection, once. */
function useModels(connections: readonly Connection[]): Choice[] {
  const lists = useQueries({ queries: connections.map(({ id }) => modelsQuery(id)) })
  const all = lists.flatMap(
    ({ data }) => data?.models.map((model) => ({ provider: data.provider, model })) ?? [],
  )
  return [...new Map(all.map((choice) => [keyOf(choice), choice])).values()]
}

/** The model of each purpose. */
export function Defaults({ connections }: { connections: readonly Connection[] }) {
  const t = useWords(aiWords)
  const save = useSave()
  const { data } = useQuery(defaultsQuery)
  const models = useModels(connections)
  if (!data) return null
  const { configured, defaults } = data
  const choose = (purpose: Purpose, key: string) => {
    const model = models.find((choice) => keyOf(choice) === key) ?? null
    void save(client.ai.configure({ body: { [purpose]: model } }))
  }
  return (
    <section aria-labelledby="ai-defaults">
      <h2 id="ai-defaults">{t.defaults}</h2>
      <p className="muted">{t.defaultsHint}</p>
      <div className="ai-purposes">
        {purposes.map((purpose) => {
          const chosen = configured[purpose]
          const automatic = defaults[purpose]?.model
          const none = { value: '', label: automatic && !chosen ? t.automatic(automatic) : t.automaticNone }
          return (
            <Select
              key={purpose}
              label={t.purposes[purpose]}
              value={chosen ? keyOf(chosen) : ''}
              choices={[none, ...models.map((choice) => ({ value: keyOf(choice), label: choice.model }))]}
              onChange={(key) => choose(purpose, key)}
            />
          )
        })}
      </div>
    </section>
  )
}
