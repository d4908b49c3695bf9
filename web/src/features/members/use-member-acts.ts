import { useState } from 'react'
import { attempt } from '../../api/attempt.ts'
import { client } from '../../api/client.ts'
import { reread } from '../../api/read.ts'
import { useWords } from '../../lib/words/words.ts'
import type { Member } from './members.queries.ts'
import { memberWords } from './members.words.ts'

type Asked = { what: 'deactivate' | 'demoteSelf'; member: Member }

/** What an administrator can do with members; what has large effects is asked first. */
export function useMemberActs(ownId: string | undefined) {
  const t = useWords(memberWords)
  const [asked, setAsked] = useState<Asked>()
  const [isPending, setIsPending] = useState(false)
  const finish = async <T>(work: Promise<T>, done: (reply: T) => string) => {
    setIsPending(true)
    const result = await attempt(work)
    setIsPending(false)
    setAsked(undefined)
    if (result) await attempt(Promise.resolve(), done(result.reply))
    // After a refusal too: the list was older than what somebody else has done.
    await reread(['members'], ['audit'])
  }
  const setRole = (member: Member, role: Member['role']) =>
    finish(client.members.changeRole({ params: { id: member.id }, body: { role } }), () =>
      t.roleChanged(member.name, t.roles[role]),
    )
  const answer = async ({ what, member }: Asked) => {
    if (what === 'demoteSelf') {
      await setRole(member, 'member')
      return reread(['account'])
    }
    return finish(client.members.deactivate({ params: { id: member.id } }), ({ effects }) =>
      t.deactivated(
        member.name,
        effects.sessionsRevoked,
        effects.mailboxesPaused,
        effects.workflowsUnpublished,
      ),
    )
  }
  return {
    asked,
    isPending,
    cancel: () => setAsked(undefined),
    answer: (question: Asked) => void answer(question),
    acts: {
      changeRole: (member: Member, role: Member['role']) => {
        if (member.id === ownId && role === 'member') setAsked({ what: 'demoteSelf', member })
        else void setRole(member, role)
      },
      deactivate: (member: Member) => setAsked({ what: 'deactivate', member }),
      reactivate: (member: Member) =>
        void finish(client.members.reactivate({ params: { id: member.id } }), () =>
          t.reactivated(member.name),
        ),
    },
  }
}
