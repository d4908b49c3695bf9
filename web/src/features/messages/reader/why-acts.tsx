import { useQuery } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { faultText } from '../../../api/fault-text.ts'
import { queryClient, read, reread } from '../../../api/read.ts'
import { useWords, wordsNow } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import type { Message } from '../messages.types.ts'
import { messageWords } from '../messages.words.ts'

const refuse = (error: unknown) =>
  showToast({ icon: 'warning', text: wordsNow(messageWords).failedAct(faultText(error)), isFault: true })

async function runOn(workflow: { id: string; name: string }, messageId: string) {
  try {
    await client.runs.run({ params: { id: workflow.id }, body: { messageIds: [messageId] } })
    showToast({ icon: 'flow', text: wordsNow(messageWords).why.started(workflow.name) })
    await reread(client.messages.journal.key, ['executions'])
  } catch (error) {
    refuse(error)
  }
}

type Scope = Awaited<ReturnType<typeof client.account.readScope>>['scope']

async function setScope(scope: Scope) {
  await client.account.replaceScope({ body: scope })
  await reread(client.account.readScope.key)
}

/** The scope without a sender; undefined if it names the sender's whole domain, which is a decision of its own. */
function without(scope: Scope, email: string): Scope | undefined {
  const isSame = (one: string) => one.toLowerCase() === email
  if (scope.mode === 'exclude')
    return scope.emails.some(isSame) ? undefined : { ...scope, emails: [...scope.emails, email] }
  return scope.emails.some(isSame)
    ? { ...scope, emails: scope.emails.filter((one) => !isSame(one)) }
    : undefined
}

/** New mail of the sender starts no workflow any more, until it is taken back. */
async function leaveAlone(email: string) {
  const t = wordsNow(messageWords)
  try {
    const { scope } = await queryClient.fetchQuery({ ...read(client.account.readScope, {}), staleTime: 0 })
    const changed = without(scope, email)
    if (!changed) return void showToast({ icon: 'info', text: t.why.scopeElsewhere })
    await setScope(changed)
    showToast({
      icon: 'eye-off',
      text: t.why.leftAlone(email),
      action: { label: t.undo, keys: 'z', run: () => void setScope(scope).catch(refuse) },
    })
  } catch (error) {
    refuse(error)
  }
}

/** What a member can do about the automation of a message. */
export function WhyActs({ message }: { message: Message }) {
  const t = useWords(messageWords).why
  const { data } = useQuery(read(client.workflows.list, { query: {} }))
  const usable = data?.workflows.filter(({ published, archivedAt }) => published && archivedAt === null) ?? []
  const email = message.from?.email.toLowerCase()
  return (
    <div className="section why-acts">
      {usable.length > 0 && (
        <Menu
          trigger={
            <Button size="small" icon="flow">
              {t.run}
            </Button>
          }
          groups={[
            {
              entries: usable.map(({ id, name }) => ({
                id,
                label: name,
                run: () => void runOn({ id, name }, message.id),
              })),
            },
          ]}
        />
      )}
      {email && !message.signals.isFromSelf && (
        <>
          <Button size="small" kind="quiet" icon="eye-off" onClick={() => void leaveAlone(email)}>
            {t.never}
          </Button>
          <p className="xs faint">{t.neverHint(email)}</p>
        </>
      )}
    </div>
  )
}
