import { useQuery } from '@tanstack/react-query'
import { attempt } from '../../api/attempt.ts'
import { client } from '../../api/client.ts'
import { PageList } from '../../api/page-list.tsx'
import { queryClient, read, reread } from '../../api/read.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { PageBar } from '../../ui/page-bar.tsx'
import { SettingGroup } from '../../ui/setting.tsx'
import { settingsWords } from './settings.words.ts'

const policyQuery = read(client.account.readDispatchPolicy, {})
const modes = ['all', 'priority'] as const

export default function DispatchPage() {
  const words = useWords(settingsWords)
  const t = words.dispatch
  usePageTitle(words.pages.dispatch)
  const query = useQuery(policyQuery)
  const choose = async (mode: (typeof modes)[number]) => {
    queryClient.setQueryData(policyQuery.queryKey, { policy: { mode } })
    await attempt(client.account.replaceDispatchPolicy({ body: { mode } }), t.saved)
    await reread(['account', 'readDispatchPolicy'])
  }
  return (
    <>
      <PageBar title={words.pages.dispatch} note={words.kept} />
      <div className="scroll">
        <PageList read={query} isEmpty={false} empty={null}>
          <div className="page narrow">
            <SettingGroup title={t.title} text={t.text}>
              <fieldset className="radio-rows">
                <legend className="sr">{t.title}</legend>
                {modes.map((mode) => (
                  <label key={mode} className="choice">
                    <input
                      type="radio"
                      name="dispatch"
                      checked={query.data?.policy.mode === mode}
                      onChange={() => void choose(mode)}
                    />
                    <span>
                      <b>{t.modes[mode]}</b>
                      <span className="hint block">{t.modeTexts[mode]}</span>
                    </span>
                  </label>
                ))}
              </fieldset>
            </SettingGroup>
          </div>
        </PageList>
      </div>
    </>
  )
}
