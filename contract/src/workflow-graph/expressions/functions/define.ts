import { type Run, spendText } from '../budget.ts'
import { failure, type Text } from '../fault.ts'
import { messages } from '../messages.ts'
import { isList, isRecord, type JsonRecord, kindNames, kindOf } from '../values.ts'

export type Group = 'text' | 'number' | 'date' | 'list' | 'record' | 'logic' | 'address' | 'pattern'

/** Receives the item and its index in the list. */
export type Lambda = (item: unknown, index: number) => unknown

/** One parameter: its label in the signature, and how a value is accepted or rejected. */
export type Param<T> = {
  label: string
  isLambda: boolean
  /** Passed unevaluated, as a function without arguments: a fallback that is not needed must not fail. */
  isLazy?: boolean
  accept(value: unknown, run: Run, functionName: string): T
}

type Values<P extends readonly Param<unknown>[]> = { [I in keyof P]: P[I] extends Param<infer T> ? T : never }
type AllOptional<P extends readonly unknown[]> = { [I in keyof P]: P[I] | undefined }

export type FunctionDefinition = {
  name: string
  group: Group
  signature: string
  description: Text
  examples: [expression: string, result: unknown][]
  params: readonly Param<unknown>[]
  required: number
  /** The last parameter may be repeated. */
  isRest: boolean
  /** A missing first argument is passed as null instead of failing the evaluation. */
  isSoft: boolean
  call(run: Run, args: unknown[]): unknown
}

const defaults = {
  isRest: false,
  isSoft: false,
}

type Spec<R extends readonly Param<unknown>[], O extends readonly Param<unknown>[]> = {
  params: R
  optional?: O
  isSoft?: boolean
  en: string
  fr: string
  examples: [expression: string, result: unknown][]
  run(run: Run, ...args: [...Values<R>, ...AllOptional<Values<O>>]): unknown
}

const signatureOf = (name: string, required: string[], more: string[]) =>
  `${name}(${[...required, ...more.map((label) => `${label}?`)].join(', ')})`

export const inGroup =
  (group: Group) =>
  <const R extends readonly Param<unknown>[], const O extends readonly Param<unknown>[] = []>(
    name: string,
    spec: Spec<R, O>,
  ): FunctionDefinition => {
    const params = [...spec.params, ...(spec.optional ?? [])]
    const labels = (of: readonly Param<unknown>[]) => of.map(({ label }) => label)
    return {
      ...defaults,
      name,
      group,
      signature: signatureOf(name, labels(spec.params), labels(spec.optional ?? [])),
      description: { en: spec.en, fr: spec.fr },
      examples: spec.examples,
      params,
      required: spec.params.length,
      isSoft: spec.isSoft ?? false,
      call: (run, args) => {
        for (let i = 0; i < args.length; i++) args[i] = params[i]?.accept(args[i], run, name)
        // Safe: each argument has just been accepted by its parameter, which determines its type.
        return spec.run(run, ...(args as [...Values<R>, ...AllOptional<Values<O>>]))
      },
    }
  }

/** A function of one or more values of one kind. */
export const restInGroup =
  (group: Group) =>
  <T>(
    name: string,
    spec: { of: Param<T>; isSoft?: boolean; run(run: Run, values: T[]): unknown } & Pick<
      Spec<[], []>,
      'en' | 'fr' | 'examples'
    >,
  ): FunctionDefinition => ({
    ...defaults,
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

const typeFault = (run: Run, functionName: string, expected: Text, value: unknown) => {
  const kind = kindOf(value)
  const message = messages.needs(functionName, expected, kindNames[kind], kind === 'null')
  return failure(run.place, 'expression.type', message)
}

/** A parameter that rejects values for which `pick` returns undefined. */
export const param = <T>(
  label: string,
  expected: Text,
  pick: (value: unknown) => T | undefined,
): Param<T> => ({
  label,
  isLambda: false,
  accept: (value, run, functionName) => {
    const picked = pick(value)
    if (picked === undefined) throw typeFault(run, functionName, expected, value)
    return picked
  },
})

/** Charges for the text by size. Numbers are accepted as their digits. */
export function asText(value: unknown, run: Run, functionName: string): string {
  if (typeof value === 'number') return `${value}`
  if (typeof value !== 'string') throw typeFault(run, functionName, kindNames.text, value)
  spendText(run, value.length)
  return value
}
export function asNumber(value: unknown, run: Run, functionName: string): number {
  if (typeof value !== 'number') throw typeFault(run, functionName, kindNames.number, value)
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

/** The compiler passes lambdas as functions; no value of the language is a function. */
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
