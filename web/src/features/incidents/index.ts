import { lazy } from 'react'

export { useIncidentCount } from './incidents.queries.ts'

export const IncidentList = lazy(() => import('./incident-list.tsx'))
