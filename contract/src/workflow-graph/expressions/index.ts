// The language of workflow expressions: `{{ message.subject | upper }}`. Pure and bounded; also runs in browsers.

export { defaultLimits, type Limits, type Scope, sourceLimits } from './budget.ts'
export { type Expression, evaluateExpression, parseExpression } from './expression.ts'
export {
  ExpressionFault,
  type Fault,
  type FaultCode,
  type JsonPath,
  type Parsed,
  type Text,
} from './fault.ts'
export type { FunctionDefinition, Group } from './functions/define.ts'
export { functions } from './functions/registry.ts'
export type { Language, LanguageRule, Languages } from './languages/language.ts'
export {
  type CompiledParams,
  compileParams,
  faultsOfParams,
  type ParamFault,
  type ParamReference,
  type RawUse,
  rawUsesOfParams,
  referencesOfParams,
  renderParams,
} from './params.ts'
export { type Reference, referencesOf } from './references.ts'
export { roots } from './syntax.ts'
export { evaluateTemplate, isTemplate, parseTemplate, type Template } from './template.ts'
