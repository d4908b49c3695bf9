import type { NotificationKind } from '@mailwright/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { attempt } from '../../api/attempt.ts'
import { client } from '../../api/client.ts'
import { PageList } from '../../api/page-list.tsx'
import { queryClient, read, reread } from '../../api/read.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { PageBar } from '../../ui/page-bar.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingGroup, SettingRow } from '../../ui/setting.tsx'
import { Switch } from '../../ui/switch.tsx'
import { kindWords } from './kinds.words.ts'
import { notificationWords } from './notifications.words.ts'

const preferencesQuery = read(client.notifications.preferences, {})
type Preferences = Awaited<ReturnType<typeof client.notifications.preferences>>
type Group = keyof (typeof notificationWords)['en']['settings']['groups']

/** Every kind, in its group; those with false cannot be turned off. */
const kinds: Record<NotificationKind, [Group, canMute: boolean]> = {
  'approval.pending': ['desk', true],
  'approval.reminder': ['desk', true],
  'approval.escalated': ['desk', true],
  'approval.decided': ['desk', true],
  'approval.expired': ['desk', true],
  'review.pending': ['desk', true],
  'review.held': ['desk', true],
  'review.expiring': ['desk', true],
  'review.expired': ['desk', false],
  'mailbox.error': ['mail', true],
  'mailbox.recovered': ['mail', true],
  'mailbox.removed': ['mail', true],
  'sending.failed': ['mail', true],
  'sending.unknown': ['mail', false],
  'message.action_failed': ['mail', true],
  'execution.failed': ['automation', true],
  'workflow.notice': ['automation', true],
  'workflow.unpublished': ['automation', true],
  'quota.reached': ['automation', true],
  'ai.provider_down': ['automation', true],
  'ai.provider_recovered': ['automation', true],
  'ai.budget_warning': ['automation', true],
  'ai.budget_exceeded': ['automation', true],
  'auth.new_sign_in': ['account', false],
  'api_key.created': ['account', false],
  'member.role_changed': ['account', false],
  'member.reactivated': ['account', true],
  'invitation.accepted': ['account', true],
}
const groups: Group[] = ['desk', 'mail', 'automation', 'account']
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

type Change = (preferences: Preferences) => void

function Digest({ known, change }: { known: Preferences; change: Change }) {
  const t = useWords(notificationWords).settings
  const { digest } = known
  // A new digest comes at the hours of this browser's place.
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const timeZone = digest.enabled ? digest.timeZone : here
  return (
    <SettingGroup title={t.digest} text={t.digestText}>
      <SettingRow title={t.digestOn} text={digest.enabled ? t.timeZone(digest.timeZone) : undefined}>
        {digest.enabled && (
          <Select
            label={t.hour}
            isLabelHidden
            value={String(digest.hour)}
            choices={hours}
            onChange={(hour) => change({ ...known, digest: { ...digest, hour: Number(hour) } })}
          />
        )}
        <Switch
          label={t.digestOn}
          isOn={digest.enabled}
          onChange={(enabled) => change({ ...known, digest: { ...digest, timeZone, enabled } })}
        />
      </SettingRow>
    </SettingGroup>
  )
}

function Kinds({ group, known, change }: { group: Group; known: Preferences; change: Change }) {
  const t = useWords(notificationWords).settings
  const texts = useWords(kindWords)
  const rows = Object.entries(kinds).filter(([, [its]]) => its === group)
  const set = (kind: string, isOn: boolean) => {
    const others = known.muted.filter((one) => one !== kind)
    change({ ...known, muted: isOn ? others : [...others, kind] })
  }
  return (
    <SettingGroup title={t.groups[group]} text={group === 'desk' ? t.kindsText : undefined}>
      {rows.map(([kind, [, canMute]]) => {
        const { name } = texts[kind as NotificationKind]
        return (
          <SettingRow key={kind} title={name}>
            {!canMute && <span className="xs muted">{t.always}</span>}
            <Switch
              label={name}
              isOn={!known.muted.includes(kind)}
              isDisabled={!canMute}
              onChange={(isOn) => set(kind, isOn)}
            />
          </SettingRow>
        )
      })}
    </SettingGroup>
  )
}

/** Which notifications the member wants, and the daily summary. */
export default function PreferencesPage() {
  const t = useWords(notificationWords).settings
  usePageTitle(t.title)
  const query = useQuery(preferencesQuery)
  const change = async (preferences: Preferences) => {
    queryClient.setQueryData(preferencesQuery.queryKey, preferences)
    await attempt(client.notifications.replacePreferences({ body: preferences }), t.saved)
    await reread(['notifications', 'preferences'])
  }
  const known = query.data
  return (
    <>
      <PageBar title={t.title} />
      <div className="scroll">
        <PageList read={query} isEmpty={false} empty={null}>
          {known && (
            <div className="page narrow">
              <Digest known={known} change={(next) => void change(next)} />
              {groups.map((group) => (
                <Kinds key={group} group={group} known={known} change={(next) => void change(next)} />
              ))}
            </div>
          )}
        </PageList>
      </div>
    </>
  )
}
