import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { PageList } from '../../api/page-list.tsx'
import { read, reread } from '../../api/read.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { PageBar } from '../../ui/page-bar.tsx'
import ScopeEditor, { type Scope } from './scope-editor.tsx'
import { settingsWords } from './settings.words.ts'

const save = async (scope: Scope) => {
  await client.account.replaceScope({ body: scope })
  await reread(['account', 'readScope'])
}

export default function ScopePage() {
  const words = useWords(settingsWords)
  usePageTitle(words.pages.scope)
  const query = useQuery(read(client.account.readScope, {}))
  return (
    <>
      <PageBar title={words.pages.scope} />
      <div className="scroll">
        <PageList read={query} isEmpty={false} empty={null}>
          {query.data && (
            <div className="page narrow">
              <ScopeEditor
                known={query.data.scope}
                note={<p className="page-lead">{words.scope.lead}</p>}
                save={save}
              />
            </div>
          )}
        </PageList>
      </div>
    </>
  )
}
