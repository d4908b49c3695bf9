import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useBranding } from '../features/instance/index.ts'
import { dispatchKey } from '../lib/keyboard/commands.ts'
import { setTitleBrand } from '../lib/use-page-title.ts'
import { Toasts } from '../ui/toasts.tsx'

/** Around every page: keys, toasts and the organisation's colours. */
export function RootFrame() {
  const brand = useBranding()?.name
  useEffect(() => {
    if (brand) setTitleBrand(brand)
  }, [brand])
  useEffect(() => {
    document.addEventListener('keydown', dispatchKey)
    return () => document.removeEventListener('keydown', dispatchKey)
  }, [])
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}
