import type { Command } from '../lib/keyboard/commands.ts'

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** How well a title answers a query: at its start, at the start of a word, anywhere, or not at all (0). */
function score(title: string, words: readonly string[]): number {
  const text = plain(title)
  let total = 0
  for (const word of words) {
    const at = text.indexOf(word)
    if (at < 0) return 0
    total += at === 0 ? 3 : /\W/.test(text[at - 1] ?? '') ? 2 : 1
  }
  return total
}

/** The commands that match all words of the query, best first; without a query all of them, as they come. */
export function rank(commands: readonly Command[], query: string): Command[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...commands]
  return commands
    .map((command) => ({ command, points: score(command.title, words) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .map(({ command }) => command)
}

/** The commands under their headings, in the order in which the headings first occur. */
export function groupsOf(commands: readonly Command[]): { value: string; items: Command[] }[] {
  const groups = Map.groupBy(commands, ({ group }) => group)
  return [...groups].map(([value, items]) => ({ value, items }))
}
