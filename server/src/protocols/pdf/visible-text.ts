import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Canvas, createCanvas, fillPath, type Glyph, type PageContext, showText } from './canvas.ts'
import { type Box, identity, type Matrix, multiply } from './geometry.ts'
import { enterGroup, type GraphicsState, withClip, withSettings, withTransform } from './graphics-state.ts'
import { joinGlyphs } from './join-glyphs.ts'

/** The drawing of a page, as the library gives it. */
type Operators = { fnArray: readonly number[]; argsArray: readonly unknown[] }
type Action = (canvas: Canvas, args: readonly unknown[]) => void

const set =
  (change: (state: GraphicsState, args: readonly unknown[]) => Partial<GraphicsState>): Action =>
  (canvas, args) => {
    canvas.state = { ...canvas.state, ...change(canvas.state, args) }
  }
const save: Action = (canvas) => void canvas.stack.push(canvas.state)
const restore: Action = (canvas) => {
  canvas.state = canvas.stack.pop() ?? canvas.state
}
const setLine = (canvas: Canvas, matrix: Matrix) => {
  canvas.lineMatrix = matrix
  canvas.textMatrix = matrix
}
const moveText = (canvas: Canvas, x: number, y: number) =>
  setLine(canvas, multiply(canvas.lineMatrix, [1, 0, 0, 1, x, y]))
const clip: Action = (canvas) => {
  canvas.isClipping = true
}

const fills = new Set<unknown>([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
])

const constructPath: Action = (canvas, [paint, paths, bounds]) => {
  const path = (paths as (ArrayLike<number> | null)[] | undefined)?.[0]
  if (path && fills.has(paint)) fillPath(canvas, path)
  if (canvas.isClipping) canvas.state = withClip(canvas.state, (bounds ?? [0, 0, 0, 0]) as Box)
  canvas.isClipping = false
}

const beginForm: Action = (canvas, [matrix, bounds]) => {
  canvas.stack.push(canvas.state)
  if (matrix) canvas.state = withTransform(canvas.state, matrix as Matrix)
  if (bounds) canvas.state = withClip(canvas.state, bounds as Box)
}

const beginGroup: Action = (canvas) => {
  canvas.stack.push(canvas.state)
  canvas.state = enterGroup(canvas.state)
}

const isLayer = (tag: unknown) => tag === 'OC'

const actions = new Map<number, Action>([
  [OPS.save, save],
  [OPS.restore, restore],
  [OPS.transform, set((state, matrix) => withTransform(state, matrix as unknown as Matrix))],
  [OPS.setGState, set((state, [settings]) => withSettings(state, settings as [string, unknown][]))],
  [OPS.setFillRGBColor, set((_, [colour]) => ({ fill: String(colour) }))],
  [OPS.setStrokeRGBColor, set((_, [colour]) => ({ stroke: String(colour) }))],
  [OPS.setFillColorN, set(() => ({ fill: null }))],
  [OPS.setStrokeColorN, set(() => ({ stroke: null }))],
  [OPS.setFillTransparent, set(() => ({ fillAlpha: 0 }))],
  [OPS.setStrokeTransparent, set(() => ({ strokeAlpha: 0 }))],
  [OPS.clip, clip],
  [OPS.eoClip, clip],
  [OPS.constructPath, constructPath],
  [OPS.paintFormXObjectBegin, beginForm],
  [OPS.paintFormXObjectEnd, restore],
  [OPS.beginGroup, beginGroup],
  [OPS.endGroup, restore],
  [OPS.beginMarkedContent, ({ layers }) => void layers.push(true)],
  [
    OPS.beginMarkedContentProps,
    ({ layers, context }, [tag, layer]) => void layers.push(!isLayer(tag) || context.isShown(layer)),
  ],
  [OPS.endMarkedContent, ({ layers }) => void layers.pop()],
  [OPS.beginText, (canvas) => setLine(canvas, identity)],
  [OPS.setTextMatrix, (canvas, [matrix]) => setLine(canvas, matrix as Matrix)],
  [OPS.moveText, (canvas, [x, y]) => moveText(canvas, Number(x), Number(y))],
  [OPS.nextLine, (canvas) => moveText(canvas, 0, -canvas.state.leading)],
  [
    OPS.setLeadingMoveText,
    (canvas, [x, y]) => {
      canvas.state = { ...canvas.state, leading: -Number(y) }
      moveText(canvas, Number(x), Number(y))
    },
  ],
  [OPS.setFont, set((_, [font, size]) => ({ font: String(font), fontSize: Number(size) }))],
  [OPS.setCharSpacing, set((_, [value]) => ({ charSpacing: Number(value) }))],
  [OPS.setWordSpacing, set((_, [value]) => ({ wordSpacing: Number(value) }))],
  [OPS.setHScale, set((_, [value]) => ({ horizontalScale: Number(value) / 100 }))],
  [OPS.setLeading, set((_, [value]) => ({ leading: Number(value) }))],
  [OPS.setTextRise, set((_, [value]) => ({ rise: Number(value) }))],
  [OPS.setTextRenderingMode, set((_, [value]) => ({ mode: Number(value) }))],
  [OPS.showText, (canvas, [items]) => showText(canvas, items as (Glyph | number | null)[])],
])

/**
 * The text of a page that a person can see: none without ink, without contrast to the box behind it, transparent, tiny,
 * outside of the page or of the clip, on a hidden layer, or under a box that is drawn later.
 */
export function visibleText({ fnArray, argsArray }: Operators, context: PageContext): string {
  const canvas = createCanvas(context)
  fnArray.forEach((operator, at) => {
    const args = argsArray[at]
    actions.get(operator)?.(canvas, Array.isArray(args) || ArrayBuffer.isView(args) ? (args as never) : [])
  })
  return joinGlyphs(canvas.glyphs.filter(({ isCovered }) => !isCovered))
}
