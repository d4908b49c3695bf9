import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { client } from '../../api/client.ts'
import { Bones, PageList } from '../../api/page-list.tsx'
import { read, reread } from '../../api/read.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { PageBar } from '../../ui/page-bar.tsx'
import { type Scope, ScopeEditor } from '../account/index.ts'
import { administrationWords } from './administration.words.ts'
import { memberWords } from './members.words.ts'

const save = async (scope: Scope) => {
  await client.members.replaceScope({ body: scope })
  await reread(['members', 'readScope'], ['audit'])
}

export default function OrganisationScopePage() {
  const t = useWords(memberWords)
  const { pages } = useWords(administrationWords)
  usePageTitle(pages.scope)
  const query = useQuery(read(client.members.readScope, {}))
  return (
    <>
      <PageBar title={pages.scope} />
      <div className="scroll">
        <PageList read={query} isEmpty={false} empty={null}>
          {query.data && (
            <div className="page narrow">
              <Suspense fallback={<Bones />}>
                <ScopeEditor
                  known={query.data.scope}
                  note={<p className="page-lead">{t.scopeLead}</p>}
                  save={save}
                />
              </Suspense>
            </div>
          )}
        </PageList>
      </div>
    </>
  )
}
