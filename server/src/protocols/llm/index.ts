export { createLlm } from './llm.ts'
export { LlmError, type LlmErrorReason } from './llm-error.ts'
export type {
  JsonSchema,
  Llm,
  LlmEndpoint,
  LlmMessage,
  LlmProvider,
  LlmReply,
  LlmRequest,
  LlmTool,
  LlmToolCall,
  LlmUsage,
} from './types.ts'
