/** One sentence for a person who does not program. */
export type Text = { en: string; fr: string }

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

/** Where in the source text, in characters: what an editor underlines. */
export type Place = { at: number; length: number }

export type JsonPath = (string | number)[]

/** `path` is there when the expression stands in the params of a node: the field that holds it. */
export type Fault = Place & { code: FaultCode; message: Text; path?: JsonPath }

export type Parsed<T> = { ok: true; value: T } | { ok: false; fault: Fault }

/** The only thing that parsing and evaluating ever throw by themselves. */
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

/** Runs a parser; what it throws as a fault becomes an answer. */
export function parsed<T>(parse: () => T): Parsed<T> {
  try {
    return { ok: true, value: parse() }
  } catch (error) {
    if (error instanceof ExpressionFault) return { ok: false, fault: error.fault }
    throw error
  }
}
