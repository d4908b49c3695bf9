import { lazy } from 'react'

export { accountQuery, useAccount } from './account.queries.ts'
export { accountRoutes, settingsRoute } from './account.routes.ts'
export { AccountMenu } from './account-menu.tsx'
export { LanguageSwitch } from './language-switch.tsx'
export type { Scope } from './scope-editor.tsx'
export { SettingsRow } from './settings-row.tsx'
export { useAccountCommands } from './use-account-commands.ts'
export { useSettledLook } from './use-settled-look.ts'

/** Loaded by the pages that show it. */
export const ScopeEditor = lazy(() => import('./scope-editor.tsx'))
