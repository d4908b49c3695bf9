import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { openChannel } from '../api/live.ts'
import { useSettledLook } from '../features/account/index.ts'

/** A signed-in member: their look, and changes as they happen. */
export function MemberFrame() {
  useSettledLook()
  useEffect(openChannel, [])
  return <Outlet />
}
