import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/read.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { authWords } from './auth.words.ts'
import { type NewAccount, NewAccountForm } from './new-account-form.tsx'
import { StepsPage } from './steps-page.tsx'

/** The first administrator, from the link that the service prints. */
export default function SetUpPage() {
  const t = useWords(authWords)
  usePageTitle(t.pageTitles.setup)
  const { token } = useSearch({ from: '/setup' })
  const navigate = useNavigate()
  const setUp = useMutation({
    mutationFn: (account: NewAccount) => client.auth.setup({ body: { token, ...account } }),
    onSuccess: () => {
      queryClient.clear()
      // The token has no place in the history.
      return navigate({ to: '/connect', replace: true })
    },
  })
  const { noAccount, encrypted, once } = t.setupPromises
  return (
    <StepsPage step="you" title={t.setupTitle} lead={t.setupLead} promises={[noAccount, encrypted, once]}>
      <NewAccountForm asksEmail error={setUp.error} isPending={setUp.isPending} onSubmit={setUp.mutate} />
    </StepsPage>
  )
}
