import { type Command, useCommands } from '../../../lib/keyboard/commands.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { useMailboxes } from '../../mailboxes/index.ts'
import { openCompose, type Reply, replyTo } from '../../sending/index.ts'
import type { Message } from '../messages.types.ts'
import { messageWords } from '../messages.words.ts'

const kinds = ['reply', 'replyAll', 'forward'] as const
const keys = { reply: 'r', replyAll: 'a', forward: 'f' } as const
const icons: Record<Reply, IconName> = { reply: 'reply', replyAll: 'reply-all', forward: 'forward' }

/** Answers the last message of a thread. */
export function ReplyBar({ message }: { message: Message }) {
  const t = useWords(messageWords)
  const own = useMailboxes()?.map(({ address }) => address) ?? []
  const others = message.headersSubset.to.length + message.headersSubset.cc.length
  const usable = kinds.filter((kind) => kind !== 'replyAll' || others > 1)
  const commands = usable.map(
    (kind): Command => ({
      id: kind,
      title: t[kind],
      group: t.reader,
      keys: [keys[kind]],
      icon: icons[kind],
      run: () => openCompose(replyTo(message, kind, own)),
    }),
  )
  useCommands(commands)
  return (
    <div className="reply-bar">
      {commands.map(({ id, title, run }, index) => (
        <Button
          key={id}
          size="small"
          kind={index === 0 ? 'plain' : 'quiet'}
          icon={icons[id as Reply]}
          keys={keys[id as Reply]}
          onClick={run}
        >
          {title}
        </Button>
      ))}
    </div>
  )
}
