export { createAi } from './ai.slice.ts'
export { AiFault, type AiFaultCode } from './calls/ai-fault.ts'
export type { ModelAnswer, ModelCall } from './calls/types.ts'
