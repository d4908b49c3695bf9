import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'

type DialogProps = {
  title: string
  /** For screen readers only. */
  isTitleHidden?: boolean
  className?: string
  onClose(): void
  children: ReactNode
}

/** A window over the page: keeps the focus, closes with Escape, and gives the focus back. */
export const Dialog = ({
  title,
  isTitleHidden = false,
  className = 'dialog',
  onClose,
  children,
}: DialogProps) => (
  <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
    <Base.Portal>
      <Base.Backdrop className="scrim" />
      <Base.Viewport className="over-page">
        <Base.Popup className={className}>
          <Base.Title className={isTitleHidden ? 'sr' : 'dialog-title'}>{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Viewport>
    </Base.Portal>
  </Base.Root>
)
