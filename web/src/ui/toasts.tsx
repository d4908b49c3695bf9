import { create } from 'zustand'
import { Icon, type IconName } from './icon.tsx'
import { KeyCaps } from './key-caps.tsx'

type Toast = {
  id: number
  icon: IconName
  text: string
  action?: { label: string; keys?: string; run(): void } | undefined
  isFault?: boolean | undefined
}

const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

const shownMs = 8_000
const maxShown = 3
let lastId = 0

export function hideToast(id: number) {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** Says what has happened, and for some seconds how to take it back. Returns its id. */
export function showToast(toast: Omit<Toast, 'id'>, durationMs = shownMs): number {
  lastId += 1
  const id = lastId
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, { ...toast, id }].slice(-maxShown) }))
  setTimeout(() => hideToast(id), durationMs)
  return id
}

/** Gives the action of the newest toast, if it is still shown. */
export function runToastAction(): boolean {
  const toast = useToasts.getState().toasts.findLast(({ action }) => action)
  if (!toast) return false
  hideToast(toast.id)
  toast.action?.run()
  return true
}

const ToastLine = ({ toast: { id, icon, text, action, isFault } }: { toast: Toast }) => (
  <div className="toast still" data-tone={isFault ? 'bad' : undefined}>
    <Icon name={icon} />
    <span>{text}</span>
    {action && (
      <button
        type="button"
        onClick={() => {
          hideToast(id)
          action.run()
        }}
      >
        {action.label}
        {action.keys && <KeyCaps keys={action.keys} />}
      </button>
    )}
  </div>
)

export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  return (
    <div className="toasts" role="status">
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </div>
  )
}
