import {
  type Box,
  contains,
  identity,
  intersect,
  keepsBoxes,
  type Matrix,
  multiply,
  type Point,
  rectangleOf,
  transform,
  transformBox,
} from './geometry.ts'
import { type Colour, type GraphicsState, initialState } from './graphics-state.ts'
import type { PlacedGlyph } from './join-glyphs.ts'
import { limits } from './limits.ts'

export type Glyph = { unicode: string; width: number; isSpace: boolean }
type Font = { fontMatrix?: readonly number[] | null; vertical?: boolean | null }

export type PageContext = {
  /** The part of the page that is shown. */
  view: Box
  fontOf(name: string): Font | undefined
  /** Whether a layer is shown. */
  isShown(layer: unknown): boolean
}

/** A page while it is drawn: nothing is painted, only what can be seen is noted. */
export type Canvas = {
  context: PageContext
  state: GraphicsState
  stack: GraphicsState[]
  /** Whether each of the layers around is shown. */
  layers: boolean[]
  textMatrix: Matrix
  lineMatrix: Matrix
  /** The next path is the clip. */
  isClipping: boolean
  glyphs: (PlacedGlyph & { centre: Point; isCovered: boolean })[]
  boxes: { box: Box; colour: Colour }[]
}

export const createCanvas = (context: PageContext): Canvas => ({
  context,
  state: initialState(context.view),
  stack: [],
  layers: [],
  textMatrix: identity,
  lineMatrix: identity,
  isClipping: false,
  glyphs: [],
  boxes: [],
})

// Nobody reads what is smaller, paler or closer to its background.
const minSize = 2.5
const minPartOfPage = 0.0015
const minAlpha = 0.15
const minDifference = 24
const opaque = 0.99

const channelsOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** A pattern is told apart from colours only: it may look like anything. */
function differs(text: Colour, background: Colour): boolean {
  if (text === null || background === null) return text !== background
  const behind = channelsOf(background)
  return channelsOf(text).some((value, at) => Math.abs(value - (behind[at] ?? 0)) >= minDifference)
}

function hasInk({ state, boxes }: Canvas, at: Point): boolean {
  const { mode, fill, stroke, fillAlpha, strokeAlpha, groupAlpha } = state
  const found = boxes.findLast(({ box }) => contains(box, at))
  const background = found ? found.colour : '#ffffff'
  // 0 fills, 1 strokes, 2 does both, 3 does neither; four more also clip.
  const [isFilled, isStroked] = [mode % 4 === 0 || mode % 4 === 2, mode % 4 === 1 || mode % 4 === 2]
  return (
    (isFilled && fillAlpha * groupAlpha >= minAlpha && differs(fill, background)) ||
    (isStroked && strokeAlpha * groupAlpha >= minAlpha && differs(stroke, background))
  )
}

const isHidden = ({ state, layers }: Canvas) => state.isMasked || layers.includes(false)

function isReadable({ context: { view }, state }: Canvas, [a, b, c, d]: Matrix): boolean {
  const smallest = Math.max(minSize, Math.max(view[2] - view[0], view[3] - view[1]) * minPartOfPage)
  const size = Math.abs(state.fontSize)
  return (
    size * Math.hypot(c, d) >= smallest &&
    size * Math.hypot(a, b) * Math.abs(state.horizontalScale) >= smallest
  )
}

function placeGlyph(canvas: Canvas, text: string, width: number) {
  const { state, textMatrix, glyphs } = canvas
  const matrix = multiply(state.ctm, textMatrix)
  const centre = transform(matrix, [width / 2, state.rise + state.fontSize * 0.3])
  if (text === '' || glyphs.length >= limits.glyphs || isHidden(canvas) || !isReadable(canvas, matrix)) return
  if (!contains(state.clip, centre) || !hasInk(canvas, centre)) return
  const start = transform(matrix, [0, state.rise])
  const end = transform(matrix, [width, state.rise])
  const size = Math.abs(state.fontSize) * Math.hypot(matrix[2], matrix[3])
  glyphs.push({ text, start, end, size, centre, isCovered: false })
}

export function showText(canvas: Canvas, items: readonly (Glyph | number | null)[]) {
  const { font, fontSize, charSpacing, wordSpacing, horizontalScale } = canvas.state
  const { fontMatrix, vertical } = canvas.context.fontOf(font) ?? {}
  const scale = fontMatrix?.[0] ?? 0.001
  const advance = (by: number) => {
    const step: Matrix = vertical ? [1, 0, 0, 1, 0, -by] : [1, 0, 0, 1, by * horizontalScale, 0]
    canvas.textMatrix = multiply(canvas.textMatrix, step)
  }
  for (const item of items) {
    if (item === null) continue
    if (typeof item === 'number') {
      advance((-item / 1000) * fontSize)
      continue
    }
    const width = item.width * scale * fontSize
    placeGlyph(canvas, item.unicode, width * horizontalScale)
    advance(width + charSpacing + (item.isSpace ? wordSpacing : 0))
  }
}

/** A filled rectangle covers what was drawn before, and is the background of what comes. */
export function fillPath(canvas: Canvas, path: ArrayLike<number>) {
  const { state, boxes, glyphs } = canvas
  const own = rectangleOf(path)
  if (!own || !keepsBoxes(state.ctm) || isHidden(canvas) || boxes.length >= limits.boxes) return
  if (state.fillAlpha * state.groupAlpha < opaque || state.isBlended) return
  const box = intersect(state.clip, transformBox(state.ctm, own))
  boxes.push({ box, colour: state.fill })
  for (const glyph of glyphs) if (contains(box, glyph.centre)) glyph.isCovered = true
}
