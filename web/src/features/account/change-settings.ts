import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { queryClient } from '../../api/read.ts'
import { applyLook, type Look } from '../../lib/look.ts'
import { showToast } from '../../ui/toasts.tsx'
import { accountQuery } from './account.queries.ts'

/** Shows the new look at once and stores it with the account. */
export async function changeLook(change: Partial<Look>) {
  applyLook(change)
  const { locale, theme, mode } = change
  const body = {
    ...(locale && { locale }),
    ...(theme && { themeName: theme }),
    ...(mode && { theme: mode }),
  }
  try {
    const { settings } = await client.account.changeSettings({ body })
    queryClient.setQueryData(accountQuery.queryKey, (known) => known && { ...known, settings })
    // Texts of the service come in the language of the member.
    if (locale)
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'account' })
  } catch (error) {
    showToast({ icon: 'warning', text: faultText(error), isFault: true })
  }
}
