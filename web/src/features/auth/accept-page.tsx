import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/read.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { useBranding } from '../instance/index.ts'
import { authWords } from './auth.words.ts'
import { type NewAccount, NewAccountForm } from './new-account-form.tsx'
import { StepsPage } from './steps-page.tsx'

/** Somebody opened the link of an invitation. */
export default function AcceptPage() {
  const t = useWords(authWords)
  usePageTitle(t.pageTitles.accept)
  const brand = useBranding()?.name ?? 'Mailwright'
  const { token } = useSearch({ from: '/invitations/accept' })
  const navigate = useNavigate()
  const accept = useMutation({
    mutationFn: ({ name, password }: NewAccount) =>
      client.auth.acceptInvitation({ body: { token, name, password } }),
    onSuccess: () => {
      queryClient.clear()
      return navigate({ to: '/connect', replace: true })
    },
  })
  const { own, nothing } = t.acceptPromises
  return (
    <StepsPage step="you" title={t.acceptTitle(brand)} lead={t.acceptLead} promises={[own, nothing]}>
      <NewAccountForm
        asksEmail={false}
        error={accept.error}
        isPending={accept.isPending}
        onSubmit={accept.mutate}
      />
    </StepsPage>
  )
}
