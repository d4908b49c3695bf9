import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { keyOf } from './keys.ts'

/** Something a member can do: buttons, menus, the palette and the key sheet are drawn from it. */
export type Command = {
  id: string
  title: string
  /** The heading under which the palette and the key sheet list it. */
  group: string
  /** The first is shown; the others work as well. */
  keys?: readonly string[]
  icon?: string
  run(): void
  /** Works while the cursor is in a field. */
  whileTyping?: boolean
  /** Works by its key, and is listed nowhere. */
  unlisted?: boolean
  /** Repeats while the key is held down. */
  repeats?: boolean
}

type Layer = { commands: readonly Command[]; isModal: boolean }

type Layers = { layers: readonly Layer[] }
const useLayers = create<Layers>(() => ({ layers: [] }))

/** Offers the commands while the component is shown. With `isModal`, those below wait. */
export function useCommands(commands: readonly Command[], { isModal = false } = {}) {
  const layer = useRef<Layer>({ commands, isModal })
  layer.current.commands = commands
  useEffect(() => {
    const own = layer.current
    useLayers.setState(({ layers }) => ({ layers: [...layers, own] }))
    return () => useLayers.setState(({ layers }) => ({ layers: layers.filter((one) => one !== own) }))
  }, [])
}

/** The commands that can be given now, innermost first. */
export function currentCommands(): Command[] {
  const { layers } = useLayers.getState()
  const from = layers.findLastIndex((layer) => layer.isModal)
  return layers
    .slice(Math.max(0, from))
    .toReversed()
    .flatMap((layer) => layer.commands)
}

const isEditable = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !/^(checkbox|radio|button)$/.test((target as HTMLInputElement).type)

/** Enter and Space belong to what has the focus. */
const isActivation = (event: KeyboardEvent) =>
  (event.key === 'Enter' || event.key === ' ') &&
  event.target instanceof HTMLElement &&
  event.target.closest('a, button, summary, [role=menuitem], [role=option]') !== null

const sequenceMs = 2000
let pending = { key: '', at: 0 }

function find(pressed: string, event: KeyboardEvent): Command | undefined {
  const typing = isEditable(event.target)
  const now = Date.now()
  const sequence = now - pending.at < sequenceMs ? `${pending.key} ${pressed}` : undefined
  const usable = currentCommands().filter((one) => !typing || one.whileTyping)
  pending = { key: typing ? '' : pressed, at: now }
  const matching = (wanted: string) => usable.find((one) => one.keys?.includes(wanted))
  return (sequence && matching(sequence)) || matching(pressed)
}

/** Runs the command of a key; also called with keys that were pressed in a mail's frame. */
export function dispatchKey(event: KeyboardEvent) {
  if (event.isComposing || event.defaultPrevented || isActivation(event)) return
  if (/^(Shift|Control|Alt|Meta|AltGraph)$/.test(event.key)) return
  const command = find(keyOf(event), event)
  if (!command) return
  event.preventDefault()
  if (event.repeat && !command.repeats) return
  pending = { key: '', at: 0 }
  command.run()
}
