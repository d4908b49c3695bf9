export { type AiUse, createAi } from './ai.slice.ts'
export { AiFault, type AiFaultCode } from './calls/ai-fault.ts'
export type { ModelAnswer, ModelCall } from './calls/types.ts'
export {
  type CheckedMail,
  checkMail,
  groundComposed,
} from './compositions/check-mail.ts'
export {
  findCompositions,
  findDraftSources,
  insertCheckedMail,
  insertComposition,
  insertDraftSources,
} from './compositions/compositions.store.ts'
export { groundText, isUnsupported } from './grounding/ground-text.ts'
export type { Source } from './grounding/types.ts'
export { listChoices } from './models/list-choices.ts'
export { resolveModel } from './models/resolve-model.ts'
export { forgetContradicted, learnPattern, matchPattern, patternContext } from './patterns/learn-patterns.ts'
export {
  classify,
  classifyQuestion,
  describeExamples,
  type Example,
  maxExamples,
} from './tasks/classify.ts'
export { compose } from './tasks/compose.ts'
export { decide } from './tasks/decide.ts'
export {
  describeHeading,
  describeMessage,
  maxTextLength,
  visibleText,
} from './tasks/describe-message.ts'
export { extract } from './tasks/extract.ts'
export { summarise } from './tasks/summarise.ts'
export type { AskModel } from './tasks/task.ts'
