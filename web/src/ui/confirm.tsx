import type { ReactNode } from 'react'
import { useCommands } from '../lib/keyboard/commands.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmProps = {
  title: string
  yes: string
  no: string
  isDanger?: boolean
  isPending?: boolean
  onYes(): void
  onNo(): void
  children: ReactNode
}

/** Asks before something that cannot be taken back, and says what it will do. */
export function Confirm({
  title,
  yes,
  no,
  isDanger = true,
  isPending = false,
  onYes,
  onNo,
  children,
}: ConfirmProps) {
  useCommands([], { isModal: true })
  return (
    <Dialog title={title} onClose={onNo}>
      <div className="body">{children}</div>
      <footer>
        <Button onClick={onNo}>{no}</Button>
        <Button
          kind={isDanger ? 'danger' : 'primary'}
          className={isDanger ? 'solid' : ''}
          disabled={isPending}
          onClick={onYes}
        >
          {yes}
        </Button>
      </footer>
    </Dialog>
  )
}
