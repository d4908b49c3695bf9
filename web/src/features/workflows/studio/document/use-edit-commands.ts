import { useReactFlow } from '@xyflow/react'
import { useEffect } from 'react'
import type { Command } from '../../../../lib/keyboard/commands.ts'
import { useWords, wordsNow } from '../../../../lib/words/words.ts'
import { showToast } from '../../../../ui/toasts.tsx'
import { fitOptions } from '../canvas/first-view.ts'
import { studioWords } from '../studio.words.ts'
import { flush } from './auto-save.ts'
import { addNote, move, remove, toggleDisabled } from './edits.ts'
import { cut, paste, readFragment } from './fragment.ts'
import type { Position } from './graph.types.ts'
import { edit, redo, select, undo, useStudio } from './studio.store.ts'
import { tidyPlaces } from './tidy.ts'
import { type Direction, neighbour } from './walk.ts'

const { getState } = useStudio

/** Kept beside the clipboard of the system, which a browser may refuse to read. */
let copied = ''

async function copySelection(): Promise<boolean> {
  const { graph, selection } = getState()
  if (selection.length === 0) return false
  copied = cut(graph, selection)
  showToast({ icon: 'copy', text: wordsNow(studioWords).copied(selection.length) }, 2_000)
  await navigator.clipboard?.writeText(copied).catch(() => undefined)
  return true
}

function pasteSteps(text: string) {
  const fragment = readFragment(text) ?? readFragment(copied)
  if (!fragment) return void showToast({ icon: 'info', text: wordsNow(studioWords).cannotPaste }, 4_000)
  const added = paste(getState().graph, fragment)
  edit(() => added.graph)
  select(added.ids)
}

/** Pasting is an event of the browser: reading the clipboard by ourselves would need a permission. */
export function usePasting() {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { target } = event
      if (
        target instanceof HTMLElement &&
        target.closest('input, textarea, select, [contenteditable], [role=dialog]')
      )
        return
      event.preventDefault()
      pasteSteps(event.clipboardData?.getData('text/plain') ?? '')
    }
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [])
}

export function removeSelection() {
  const { selection } = getState()
  edit((graph) => remove(graph, selection))
  select([])
}

function duplicate() {
  const { graph, selection } = getState()
  const fragment = readFragment(cut(graph, selection))
  if (!fragment || selection.length === 0) return
  const added = paste(graph, fragment)
  edit(() => added.graph)
  select(added.ids)
}

function nudge(by: Position) {
  const { graph, selection } = getState()
  const chosen = new Set(selection)
  const places = [...graph.nodes, ...(graph.notes ?? [])]
    .filter(({ id }) => chosen.has(id))
    .map(({ id, position }) => [id, { x: (position?.x ?? 0) + by.x, y: (position?.y ?? 0) + by.y }] as const)
  edit((now) => move(now, new Map(places)), 'nudge')
}

const maxFrames = 30

/** Gives the focus to a step once it is drawn, and after a closing dialog has given it back. */
export function focusStep(id: string, frames = 0) {
  requestAnimationFrame(() => {
    const step = document.querySelector<HTMLElement>(`[data-step="${CSS.escape(id)}"]`)
    if (step && frames > 0) step.focus({ preventScroll: true })
    else if (frames < maxFrames) focusStep(id, frames + 1)
  })
}

export function tidy() {
  edit((graph) => move(graph, tidyPlaces(graph)))
}

const arrows: readonly (readonly [Direction, string, Position])[] = [
  ['down', 'ArrowDown', { x: 0, y: 10 }],
  ['up', 'ArrowUp', { x: 0, y: -10 }],
  ['left', 'ArrowLeft', { x: -10, y: 0 }],
  ['right', 'ArrowRight', { x: 10, y: 0 }],
]

/** What can be done to the graph by keyboard. */
export function useEditCommands(): Command[] {
  const t = useWords(studioWords)
  const flow = useReactFlow()
  const group = t.studio
  const walk = (direction: Direction) => {
    const { graph, selection } = getState()
    const next = neighbour(graph, selection[0], direction)
    if (!next) return
    select([next])
    focusStep(next)
    const step = graph.nodes.find(({ id }) => id === next)
    if (step?.position)
      void flow.setCenter(step.position.x + 108, step.position.y + 26, { zoom: flow.getZoom(), duration: 0 })
  }
  return [
    { id: 'st-undo', title: t.undo, group, keys: ['mod+z'], icon: 'undo', repeats: true, run: undo },
    {
      id: 'st-redo',
      title: t.redo,
      group,
      keys: ['mod+shift+z', 'mod+y'],
      icon: 'redo',
      repeats: true,
      run: redo,
    },
    { id: 'st-copy', title: t.copy, group, keys: ['mod+c'], icon: 'copy', run: () => void copySelection() },
    {
      id: 'st-cut',
      title: t.cut,
      group,
      keys: ['mod+x'],
      icon: 'copy',
      run: () => void copySelection().then((done) => done && removeSelection()),
    },
    { id: 'st-paste', title: t.paste, group, icon: 'copy', run: () => pasteSteps('') },
    { id: 'st-duplicate', title: t.duplicate, group, keys: ['mod+d'], icon: 'copy', run: duplicate },
    {
      id: 'st-all',
      title: t.selectAll,
      group,
      keys: ['mod+a'],
      icon: 'checks',
      run: () => select(getState().graph.nodes.map(({ id }) => id)),
    },
    {
      id: 'st-off',
      title: t.off,
      group,
      keys: ['d'],
      icon: 'off',
      run: () => edit((graph) => toggleDisabled(graph, getState().selection)),
    },
    {
      id: 'st-note',
      title: t.addNote,
      group,
      keys: ['shift+n'],
      icon: 'note',
      run: () => {
        const added = addNote(
          getState().graph,
          flow.screenToFlowPosition({ x: innerWidth / 2, y: innerHeight / 3 }),
        )
        edit(() => added.graph)
        select([added.id])
      },
    },
    { id: 'st-tidy', title: t.tidy, group, keys: ['alt+shift+t'], icon: 'tidy', run: tidy },
    {
      id: 'st-fit',
      title: t.fit,
      group,
      keys: ['0'],
      icon: 'expand',
      run: () => void flow.fitView(fitOptions),
    },
    { id: 'st-full', title: t.zoomFull, group, keys: ['1'], icon: 'search', run: () => void flow.zoomTo(1) },
    { id: 'st-in', title: t.zoomIn, group, keys: ['+', '='], icon: 'plus', run: () => void flow.zoomIn() },
    { id: 'st-out', title: t.zoomOut, group, keys: ['-'], icon: 'minus', run: () => void flow.zoomOut() },
    {
      id: 'st-save',
      title: t.saveNow,
      group,
      keys: ['mod+s'],
      icon: 'check',
      whileTyping: true,
      run: () => void flush(),
    },
    ...arrows.flatMap(([direction, key, by]): Command[] => [
      {
        id: `st-${direction}`,
        title: t[direction],
        group,
        keys: [key],
        repeats: true,
        run: () => walk(direction),
      },
      {
        id: `st-move-${direction}`,
        title: t.moveBy,
        group,
        keys: [`alt+${key}`],
        repeats: true,
        unlisted: direction !== 'down',
        run: () => nudge(by),
      },
    ]),
  ]
}
