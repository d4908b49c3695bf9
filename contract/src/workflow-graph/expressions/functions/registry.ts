import { addressFunctions } from './address.ts'
import { dateFunctions } from './date.ts'
import type { FunctionDefinition } from './define.ts'
import { listFunctions } from './list.ts'
import { listEachFunctions } from './list-each.ts'
import { logicFunctions } from './logic.ts'
import { numberFunctions } from './number.ts'
import { patternFunctions } from './pattern.ts'
import { recordFunctions } from './record.ts'
import { textFunctions } from './text.ts'
import { textFormFunctions } from './text-form.ts'

/** All functions. The reference page, the editor and the evaluation use this list. */
export const functions: readonly FunctionDefinition[] = [
  ...textFormFunctions,
  ...textFunctions,
  ...numberFunctions,
  ...dateFunctions,
  ...listFunctions,
  ...listEachFunctions,
  ...recordFunctions,
  ...logicFunctions,
  ...addressFunctions,
  ...patternFunctions,
]

const byName = new Map(functions.map((one) => [one.name, one]))

export const functionNamed = (name: string): FunctionDefinition | undefined => byName.get(name)
