import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'

export const membersQuery = read(client.members.list, {})
export const invitationsQuery = read(client.members.listInvitations, {})

export type Member = Awaited<ReturnType<typeof client.members.list>>['members'][number]
export type Invitation = Awaited<ReturnType<typeof client.members.listInvitations>>['invitations'][number]
