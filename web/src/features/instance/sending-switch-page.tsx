import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { attempt } from '../../api/attempt.ts'
import { client } from '../../api/client.ts'
import { PageList } from '../../api/page-list.tsx'
import { read, reread } from '../../api/read.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { Switch } from '../../ui/switch.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { instanceWords } from './instance.words.ts'

const switchQuery = read(client.sending.readSwitch, {})

/** Stops all mail of the organisation, and lets it go on. */
export default function SendingSwitchPage() {
  const t = useWords(instanceWords).sending
  usePageTitle(t.title)
  const query = useQuery(switchQuery)
  const [isAsking, setIsAsking] = useState(false)
  const isOn = query.data?.enabled ?? false
  const set = async (enabled: boolean) => {
    setIsAsking(false)
    const result = await attempt(client.sending.setSwitch({ body: { enabled } }))
    await reread(['sending'], ['audit'])
    if (!result) return
    // The setting of the server can keep it off.
    const isRefused = enabled && !result.reply.enabled
    showToast({
      icon: isRefused ? 'warning' : 'check',
      text: isRefused ? t.keptOff : enabled ? t.turnedOn : t.turnedOff,
      isFault: isRefused,
    })
  }
  return (
    <>
      <PageBar title={t.title} />
      <div className="scroll">
        <PageList read={query} isEmpty={false} empty={null}>
          <div className="page narrow">
            {!isOn && (
              <p className="banner" data-tone="warn" role="status">
                <Icon name="held" />
                {t.isOff}
              </p>
            )}
            <SettingGroup title={t.group} text={t.groupText}>
              <SettingRow title={t.switch} text={t.switchText}>
                <StateTag icon={isOn ? 'ok' : 'held'} tone={isOn ? 'good' : 'warn'} isPlain>
                  {isOn ? t.on : t.off}
                </StateTag>
                <Switch
                  label={t.switch}
                  isOn={isOn}
                  onChange={(next) => (next ? void set(true) : setIsAsking(true))}
                />
              </SettingRow>
            </SettingGroup>
          </div>
        </PageList>
      </div>
      {isAsking && (
        <Confirm
          title={t.askTitle}
          yes={t.turnOff}
          no={t.cancel}
          onYes={() => void set(false)}
          onNo={() => setIsAsking(false)}
        >
          <p>{t.askText}</p>
        </Confirm>
      )}
    </>
  )
}
