import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { client } from './client.ts'
import { hasCode } from './errors.ts'
import { queryClient, read } from './read.ts'

/** Nobody sees a page of the product without being signed in; afterwards they come back to it. */
async function requireMember({ location }: { location: { href: string } }) {
  try {
    await queryClient.ensureQueryData(read(client.account.read, {}))
  } catch (error) {
    if (!hasCode(error, 'auth.unauthenticated')) throw error
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } })
  }
}

// The roots under which the features put their pages; the app gives them their frames.

export const rootRoute = createRootRoute()

/** Pages of the product, inside the shell. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: requireMember,
})

/** Pages for a signed-in member without the shell: connecting a mailbox. */
export const memberRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'member',
  beforeLoad: requireMember,
})
