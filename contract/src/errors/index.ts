import { accessErrors } from './access.ts'
import { automationErrors } from './automation.ts'
import { commonErrors } from './common.ts'
import type { ErrorDeclaration, FieldIssues } from './define.ts'
import { governanceErrors } from './governance.ts'
import { intelligenceErrors } from './intelligence.ts'
import { mailErrors } from './mail.ts'

export type { ErrorDeclaration } from './define.ts'

/** Every error by its code. */
export const errors = {
  ...commonErrors,
  ...accessErrors,
  ...governanceErrors,
  ...mailErrors,
  ...automationErrors,
  ...intelligenceErrors,
}
export type ErrorCode = keyof typeof errors

type DetailsOf<D> = D extends ErrorDeclaration<infer Details> ? Details : never
/** The type of `details` for a code; undefined when the error carries none. */
export type ErrorDetails<C extends ErrorCode> = DetailsOf<(typeof errors)[C]>

/** The body of an error reply. `switch` on `code` to narrow `details`. */
export type ErrorBody<C extends ErrorCode = ErrorCode> = {
  [K in C]: { code: K; message: string } & (ErrorDetails<K> extends object
    ? { details?: ErrorDetails<K> }
    : { details?: never })
}[C]

/** The codes that a schema mismatch may be reported as. */
export type BadRequestCode = {
  [C in ErrorCode]: ErrorDetails<C> extends FieldIssues ? C : never
}[ErrorCode]

export const errorOf = (code: ErrorCode): ErrorDeclaration => errors[code]
