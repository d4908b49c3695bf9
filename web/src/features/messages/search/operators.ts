/** The operators of the search that are offered. One that ends with a colon waits for its value. */
export const operators = [
  { id: 'from', text: 'from:' },
  { id: 'subject', text: 'subject:' },
  { id: 'unread', text: 'is:unread' },
  { id: 'files', text: 'has:attachment' },
  { id: 'after', text: 'after:7d' },
  { id: 'larger', text: 'larger:5m' },
] as const

/** The query with an operator at its end, unless it has it already. */
export function withOperator(query: string, operator: string): string {
  const words = query.split(/\s+/).filter(Boolean)
  return words.includes(operator) ? query : [...words, operator].join(' ')
}
