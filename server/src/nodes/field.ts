import type { ParamField, ParamTarget } from '@mailwright/contract/workflow-graph/node-type'

type More = { en?: string; fr?: string; refersTo?: ParamTarget }

/** How the editor shows a parameter: its title, and a hint below it. */
export const field = (en: string, fr: string, more: More = {}): ParamField => ({
  title: { en, fr },
  ...(more.en !== undefined && more.fr !== undefined ? { hint: { en: more.en, fr: more.fr } } : {}),
  ...(more.refersTo ? { refersTo: more.refersTo } : {}),
})
