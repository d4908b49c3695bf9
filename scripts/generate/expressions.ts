import {
  defaultLimits,
  type FunctionDefinition,
  functions,
  type Group,
  roots,
  sourceLimits,
} from '../../contract/src/workflow-graph/expressions/index.ts'
import { patternLimits } from '../../contract/src/workflow-graph/expressions/pattern/parse.ts'

const titles: Record<Group, string> = {
  text: 'Text',
  number: 'Numbers',
  date: 'Dates',
  list: 'Lists',
  record: 'Records',
  logic: 'Logic and missing values',
  address: 'Mail addresses',
  pattern: 'Patterns',
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const code = (text: string) => (text.includes('`') ? `\`\` ${cell(text)} \`\`` : `\`${cell(text)}\``)

const row = ({ signature, description, examples }: FunctionDefinition) => {
  const shown = examples.map(([source, result]) => `${code(source)} → ${code(JSON.stringify(result))}`)
  return `| ${code(signature)} | ${cell(description.en)} | ${cell(description.fr)} | ${shown.join('<br>')} |`
}

const section = (group: string, title: string) => `### ${title}

| Function | English | French | Examples |
|---|---|---|---|
${functions
  .filter((one) => one.group === group)
  .map(row)
  .join('\n')}
`

const figure = (value: number) => value.toLocaleString('en')

/** The language of workflow expressions. Every example is executed as a test. */
export async function generateExpressions() {
  return `# Expressions

Fields of a workflow's nodes may contain expressions between braces: \`Hello {{ sender.name }}\`. A field that consists of a single expression keeps the type of its value (a number, a list …); any other becomes text. To write the braces themselves: \`{{ "{{" }}\`.

## Language

| Written | Meaning |
|---|---|
| \`message.subject\` \`steps["my-node"].data.x\` \`list[0]\` \`list[-1]\` | a path; it starts with ${roots.map((root) => `\`${root}\``).join(', ')} |
| \`trigger.body?.id\` \`trigger.body.id?\` | what precedes \`?\`, and everything after it in the path, may be missing: the value is then null |
| \`12\` \`1.5\` \`"text"\` \`'text'\` \`true\` \`false\` \`null\` \`[1, 2]\` \`{a: 1}\` | values; in texts \`\\n\` \`\\t\` \`\\"\` \`\\\\\` \`\\u00e9\`, any other backslash is literal |
| \`+ - * / %\` | numbers; \`+\` also joins texts |
| \`== != < <= > >= in\` | comparison; \`==\` compares type and content: 1 is not "1" |
| \`and or not\` (\`&& \\|\\| !\`) \`test ? yes : no\` | conditions; null counts as false, anything other than true and false is an error |
| \`value ?? other\` | the alternative when the value is missing or null |
| \`value \\| upper \\| truncate(20)\` | a pipe: a call with everything to the left as first argument |
| \`map(list, x => x.amount)\` \`map(list, (x, i) => i)\` | a function applied to each item |

A missing value is an error of the node, reported with its path, unless \`?\`, \`??\`, \`default\` or another function that accepts missing values handles it.

## Limits

One evaluation takes at most ${figure(defaultLimits.steps)} steps (operations on long texts and lists count by size) and returns at most ${figure(defaultLimits.output)} characters; the fields of one node share them. An expression has at most ${figure(sourceLimits.expression)} characters and ${sourceLimits.depth} levels, a text with expressions ${figure(sourceLimits.template)} characters. Only a value's own fields can be read; \`__proto__\`, \`constructor\` and \`prototype\` never.

## Patterns

Matching takes time proportional to the text, whatever the pattern. Supported are characters, \`.\`, sets \`[a-z]\` \`[^0-9]\`, \`\\d \\w \\s\` and \`\\D \\W \\S\` (\`\\w\` includes the letters of every language), \`\\p{L}\` (also \`Lu Ll N P S\`), \`\\b \\B ^ $\`, groups \`( )\` \`(?: )\` \`(?<name> )\`, alternatives \`|\`, \`* + ? {n,m}\` and their lazy forms with \`?\`. Flags: \`i\` ignores case, \`m\` makes \`^\` and \`$\` match at each line, \`s\` makes \`.\` match line breaks; also in front of the pattern, as \`(?i)\`. Back-references, lookahead and lookbehind are not supported. A pattern has at most ${figure(patternLimits.source)} characters, ${patternLimits.groups} groups and ${figure(patternLimits.program)} instructions.

## Functions

${Object.entries(titles)
  .map(([group, title]) => section(group, title))
  .join('\n')}`
}
