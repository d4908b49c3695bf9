import { Navigate } from '@tanstack/react-router'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { administrationWords } from './administration.words.ts'

/** A phone shows the list of pages; beside a list there is room for the first of them. */
export default function AdminHome() {
  usePageTitle(useWords(administrationWords).title)
  return useIsPhone() ? null : <Navigate to="/admin/members" replace />
}
