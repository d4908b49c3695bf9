export const tabs = ['results', 'sort', 'patterns'] as const
type Tab = (typeof tabs)[number]

/** The open run, the one it is compared with, and the chosen cell of the matrix are part of the address. */
export type EvaluationSearch = { tab?: Tab; run?: string; against?: string; cell?: string }

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

export function validateSearch(search: Record<string, unknown>): EvaluationSearch {
  const tab = tabs.find((known) => known === search.tab)
  const [run, against, cell] = [text(search.run), text(search.against), text(search.cell)]
  return { ...(tab && { tab }), ...(run && { run }), ...(against && { against }), ...(cell && { cell }) }
}
