import { accessErrors } from './access.ts'
import { automationErrors } from './automation.ts'
import { commonErrors } from './common.ts'
import type { ErrorDeclaration } from './define.ts'
import { governanceErrors } from './governance.ts'
import { intelligenceErrors } from './intelligence.ts'
import { mailErrors } from './mail.ts'

export type { ErrorDeclaration } from './define.ts'

/** Every error of the product by its code. */
export const errors = {
  ...commonErrors,
  ...accessErrors,
  ...governanceErrors,
  ...mailErrors,
  ...automationErrors,
  ...intelligenceErrors,
}
export type ErrorCode = keyof typeof errors
export const errorOf = (code: ErrorCode): ErrorDeclaration => errors[code]
