export const tabs = ['results', 'sort', 'patterns'] as const
type Tab = (typeof tabs)[number]

const onlyKinds = ['wrong', 'unsorted'] as const
export type Only = (typeof onlyKinds)[number]

/** The open run, the one it is compared with, and which of its cases are listed are part of the address. */
export type EvaluationSearch = { tab?: Tab; run?: string; against?: string; cell?: string; only?: Only }

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

export function validateSearch(search: Record<string, unknown>): EvaluationSearch {
  const tab = tabs.find((known) => known === search.tab)
  const [run, against, cell] = [text(search.run), text(search.against), text(search.cell)]
  const only = onlyKinds.find((known) => known === search.only)
  return {
    ...(tab && { tab }),
    ...(run && { run }),
    ...(against && { against }),
    ...(cell && { cell }),
    ...(only && { only }),
  }
}
