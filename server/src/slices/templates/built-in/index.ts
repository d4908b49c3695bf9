import { answering } from './answering.ts'
import { sorting } from './sorting.ts'
import { working } from './working.ts'

/** The templates that come with the product. */
export const builtIns = [...answering, ...sorting, ...working]
