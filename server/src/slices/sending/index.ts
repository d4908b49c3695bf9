export { isOwnLoopMark } from './loop-mark.ts'
export type { Mail } from './queue-mail.ts'
export { createSending, type Outbox } from './sending.slice.ts'
export { holdForSuspension } from './switches.store.ts'
