import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadFault } from '../../api/read-fault.tsx'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { connectionsQuery } from './ai.queries.ts'
import { aiWords } from './ai.words.ts'
import { Budgets } from './budgets.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { Defaults } from './defaults.tsx'
import './ai.css'

/** For administrators: which models there are, what each is for, and what they may cost. */
export default function AiPage() {
  const t = useWords(aiWords)
  usePageTitle(t.title)
  const { data, error, refetch } = useQuery(connectionsQuery)
  const [isAdding, setIsAdding] = useState(false)
  const add = () => setIsAdding(true)
  useCommands([{ id: 'connect-model', title: t.add, group: t.title, keys: ['n'], icon: 'plus', run: add }])
  return (
    <>
      <PageBar title={t.title}>
        <Button kind="primary" size="small" icon="plus" keys="n" onClick={add}>
          {t.add}
        </Button>
      </PageBar>
      {error && <ReadFault error={error} onRetry={() => void refetch()} />}
      {data?.connections.length === 0 && <Empty icon="plug" title={t.none} text={t.noneText} />}
      {data && data.connections.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard.
        <div className="scroll" tabIndex={0}>
          <div className="page ai-admin">
            <section aria-labelledby="ai-connections">
              <h2 id="ai-connections">{t.connections}</h2>
              <ul className="ai-connections">
                {data.connections.map((connection) => (
                  <ConnectionCard key={connection.id} connection={connection} />
                ))}
              </ul>
            </section>
            <Defaults connections={data.connections} />
            <Budgets />
          </div>
        </div>
      )}
      {isAdding && <ConnectDialog onClose={() => setIsAdding(false)} />}
    </>
  )
}
