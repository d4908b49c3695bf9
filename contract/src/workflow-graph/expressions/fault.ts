import type { Text } from '../../text.ts'

export type { Text }

export type FaultCode =
  | 'expression.syntax'
  | 'expression.unclosed'
  | 'expression.unknown_root'
  | 'expression.unknown_function'
  | 'expression.arguments'
  | 'expression.forbidden'
  | 'expression.pattern'
  | 'expression.too_long'
  | 'expression.too_deep'
  | 'expression.missing'
  | 'expression.type'
  | 'expression.argument'
  | 'expression.math'
  | 'expression.budget'
  | 'expression.too_large'

/** A range of the source text, in characters, for the editor to underline. */
export type Place = { at: number; length: number }

export type JsonPath = (string | number)[]

/** `path` is the field that holds the expression, when it is in the params of a node. */
export type Fault = Place & { code: FaultCode; message: Text; path?: JsonPath }

export type Parsed<T> = { ok: true; value: T } | { ok: false; fault: Fault }

/** The only error that parsing and evaluating throw. */
export class ExpressionFault extends Error {
  readonly code: FaultCode
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.message.en)
    this.name = 'ExpressionFault'
    this.code = fault.code
    this.fault = fault
  }
}

export const failure = (place: Place, code: FaultCode, message: Text) =>
  new ExpressionFault({ code, message, at: place.at, length: place.length })

/** Runs a parser and returns its fault instead of throwing it. */
export function tryParse<T>(parse: () => T): Parsed<T> {
  try {
    return { ok: true, value: parse() }
  } catch (error) {
    if (error instanceof ExpressionFault) return { ok: false, fault: error.fault }
    throw error
  }
}
