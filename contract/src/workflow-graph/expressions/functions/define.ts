import { type Run, spendText } from '../budget.ts'
import { failure, type Text } from '../fault.ts'
import { messages } from '../messages.ts'
import { isList, isRecord, type JsonRecord, kindNames, kindOf } from '../values.ts'

export type Group = 'text' | 'number' | 'date' | 'list' | 'record' | 'logic' | 'address' | 'pattern'

/** The two numbers a lambda may take are the item and its place in the list. */
export type Lambda = (item: unknown, index: number) => unknown

/** One parameter: what it is called in the signature, and how a value is taken as it or refused. */
export type Param<T> = {
  label: string
  isLambda: boolean
  /** Handed over unevaluated, as a function without arguments: a fallback that is not needed must not fail. */
  isLazy?: boolean
  accept(value: unknown, run: Run, functionName: string): T
}

type Values<P extends readonly Param<unknown>[]> = { [I in keyof P]: P[I] extends Param<infer T> ? T : never }
type Partially<P extends readonly unknown[]> = { [I in keyof P]: P[I] | undefined }

export type FunctionDefinition = {
  name: string
  group: Group
  signature: string
  description: Text
  examples: [expression: string, result: unknown][]
  params: readonly Param<unknown>[]
  required: number
  /** The last parameter may be given any number of times. */
  isRest: boolean
  /** A first argument that is missing arrives as null instead of ending the evaluation. */
  isSoft: boolean
  call(run: Run, args: unknown[]): unknown
}

const shared = {
  isRest: false,
  isSoft: false,
}

type Spec<R extends readonly Param<unknown>[], O extends readonly Param<unknown>[]> = {
  takes: R
  may?: O
  isSoft?: boolean
  en: string
  fr: string
  examples: [expression: string, result: unknown][]
  run(run: Run, ...args: [...Values<R>, ...Partially<Values<O>>]): unknown
}

const signatureOf = (name: string, required: string[], more: string[]) =>
  `${name}(${[...required, ...more.map((label) => `${label}?`)].join(', ')})`

export const inGroup =
  (group: Group) =>
  <const R extends readonly Param<unknown>[], const O extends readonly Param<unknown>[] = []>(
    name: string,
    spec: Spec<R, O>,
  ): FunctionDefinition => {
    const params = [...spec.takes, ...(spec.may ?? [])]
    const labels = (of: readonly Param<unknown>[]) => of.map(({ label }) => label)
    return {
      ...shared,
      name,
      group,
      signature: signatureOf(name, labels(spec.takes), labels(spec.may ?? [])),
      description: { en: spec.en, fr: spec.fr },
      examples: spec.examples,
      params,
      required: spec.takes.length,
      isSoft: spec.isSoft ?? false,
      call: (run, args) => {
        for (let i = 0; i < args.length; i++) args[i] = params[i]?.accept(args[i], run, name)
        // Each argument has just been accepted by its own parameter, whose type this is.
        return spec.run(run, ...(args as [...Values<R>, ...Partially<Values<O>>]))
      },
    }
  }

/** Any number of values of one kind, one at least. */
export const restInGroup =
  (group: Group) =>
  <T>(
    name: string,
    spec: { of: Param<T>; isSoft?: boolean; run(run: Run, values: T[]): unknown } & Pick<
      Spec<[], []>,
      'en' | 'fr' | 'examples'
    >,
  ): FunctionDefinition => ({
    ...shared,
    name,
    group,
    signature: `${name}(${spec.of.label}, ...)`,
    description: { en: spec.en, fr: spec.fr },
    examples: spec.examples,
    params: [spec.of],
    required: 1,
    isRest: true,
    isSoft: spec.isSoft ?? false,
    call: (run, args) =>
      spec.run(
        run,
        args.map((value) => spec.of.accept(value, run, name)),
      ),
  })

const refuse = (run: Run, functionName: string, wanted: Text, value: unknown) => {
  const kind = kindOf(value)
  const message = messages.needs(functionName, wanted, kindNames[kind], kind === 'null')
  return failure(run.place, 'expression.type', message)
}

/** A parameter that takes what `pick` does not answer with undefined. */
export const param = <T>(label: string, wanted: Text, pick: (value: unknown) => T | undefined): Param<T> => ({
  label,
  isLambda: false,
  accept: (value, run, functionName) => {
    const picked = pick(value)
    if (picked === undefined) throw refuse(run, functionName, wanted, value)
    return picked
  },
})

/** Reading a text costs by its size, whatever is then done with it. Numbers stand for their digits. */
export function asText(value: unknown, run: Run, functionName: string): string {
  if (typeof value === 'number') return `${value}`
  if (typeof value !== 'string') throw refuse(run, functionName, kindNames.text, value)
  spendText(run, value.length)
  return value
}
export function asNumber(value: unknown, run: Run, functionName: string): number {
  if (typeof value !== 'number') throw refuse(run, functionName, kindNames.number, value)
  return value
}
export const text = (label = 'text'): Param<string> => ({ label, isLambda: false, accept: asText })
export const number = (label = 'number'): Param<number> => ({ label, isLambda: false, accept: asNumber })
export const whole = (label: string) =>
  param(label, { en: 'a whole number', fr: 'un nombre entier' }, (value) =>
    Number.isSafeInteger(value) && typeof value === 'number' ? value : undefined,
  )
export const list = (label = 'list') =>
  param(label, kindNames.list, (value) => (isList(value) ? value : undefined))
export const record = (label = 'record'): Param<JsonRecord> =>
  param(label, kindNames.record, (value) => (isRecord(value) ? value : undefined))
export const any = (label = 'value'): Param<unknown> => param(label, kindNames.text, (value) => value ?? null)

/** The compiler hands lambdas over as functions; no value of the language is one. */
export const lambda = (label: string): Param<Lambda> => ({
  label,
  isLambda: true,
  accept: (value) => value as Lambda,
})

export const lazy = (label: string): Param<() => unknown> => ({
  label,
  isLambda: false,
  isLazy: true,
  accept: (value) => value as () => unknown,
})

export const foundNothing = (run: Run, functionName: string) =>
  failure(run.place, 'expression.missing', messages.foundNothing(functionName))

export const badArgument = (run: Run, en: string, fr: string) =>
  failure(run.place, 'expression.argument', { en, fr })
