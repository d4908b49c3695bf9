import { type Box, identity, intersect, type Matrix, multiply, transformBox } from './geometry.ts'

/** `#rrggbb`; null for a pattern, of which nothing is known. */
export type Colour = string | null

/** The part of a PDF's graphics state that decides where a glyph is and whether it can be seen. */
export type GraphicsState = {
  ctm: Matrix
  clip: Box
  fill: Colour
  stroke: Colour
  fillAlpha: number
  strokeAlpha: number
  /** Of the groups around it. */
  groupAlpha: number
  isMasked: boolean
  isBlended: boolean
  font: string
  fontSize: number
  charSpacing: number
  wordSpacing: number
  horizontalScale: number
  leading: number
  rise: number
  mode: number
}

export const initialState = (page: Box): GraphicsState => ({
  ctm: identity,
  clip: page,
  fill: '#000000',
  stroke: '#000000',
  fillAlpha: 1,
  strokeAlpha: 1,
  groupAlpha: 1,
  isMasked: false,
  isBlended: false,
  font: '',
  fontSize: 0,
  charSpacing: 0,
  wordSpacing: 0,
  horizontalScale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
})

export const withTransform = (state: GraphicsState, matrix: Matrix): GraphicsState => ({
  ...state,
  ctm: multiply(state.ctm, matrix),
})

/** Clips to a box that is given in the current coordinates. */
export const withClip = (state: GraphicsState, box: Box): GraphicsState => ({
  ...state,
  clip: intersect(state.clip, transformBox(state.ctm, box)),
})

export function withSettings(state: GraphicsState, settings: readonly [string, unknown][]): GraphicsState {
  const next = { ...state }
  for (const [name, value] of settings) {
    if (name === 'ca') next.fillAlpha = Number(value)
    if (name === 'CA') next.strokeAlpha = Number(value)
    if (name === 'SMask') next.isMasked = Boolean(value)
    if (name === 'BM') next.isBlended = value !== 'source-over' && value !== 'Normal'
    if (name === 'Font' && Array.isArray(value)) {
      next.font = String(value[0])
      next.fontSize = Number(value[1])
    }
  }
  return next
}

/** What is drawn inside a group has the opacity that was set when the group began. */
export const enterGroup = (state: GraphicsState): GraphicsState => ({
  ...state,
  groupAlpha: state.groupAlpha * state.fillAlpha,
  fillAlpha: 1,
  strokeAlpha: 1,
})
