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

/** The language of workflow expressions. Every example in it is executed as a test. */
export async function generateExpressions() {
  return `# Expressions

Fields of a workflow's nodes may hold expressions between braces: \`Hello {{ sender.name }}\`. A field that is one expression and nothing else gets its value as it is (a number, a list ...); any other becomes a text. To write the braces themselves: \`{{ "{{" }}\`.

## Language

| Written | Meaning |
|---|---|
| \`message.subject\` \`steps["my-node"].data.x\` \`list[0]\` \`list[-1]\` | a path; it begins with ${roots.map((root) => `\`${root}\``).join(', ')} |
| \`trigger.body?.id\` \`trigger.body.id?\` | what stands before \`?\`, and all after it in the path, may be missing: then the value is null |
| \`12\` \`1.5\` \`"text"\` \`'text'\` \`true\` \`false\` \`null\` \`[1, 2]\` \`{a: 1}\` | values; in texts \`\\n\` \`\\t\` \`\\"\` \`\\\\\` \`\\u00e9\`, any other backslash stands for itself |
| \`+ - * / %\` | numbers; \`+\` also joins texts |
| \`== != < <= > >= in\` | comparison; \`==\` goes by kind and content: 1 is not "1" |
| \`and or not\` (\`&& \\|\\| !\`) \`test ? yes : no\` | conditions; null counts as no, anything but true and false is a fault |
| \`value ?? other\` | the other when the value is missing or null |
| \`value \\| upper \\| truncate(20)\` | a pipe: a call with everything to the left as first argument |
| \`map(list, x => x.amount)\` \`map(list, (x, i) => i)\` | something done for each item |

A value that is missing is a fault of the node, told with its path, unless \`?\`, \`??\`, \`default\` or another function that says so takes it.

## Limits

One evaluation takes at most ${figure(defaultLimits.steps)} steps (work on long texts and lists counts by size) and gives at most ${figure(defaultLimits.output)} characters; the fields of one node share them. An expression has at most ${figure(sourceLimits.expression)} characters and ${sourceLimits.depth} levels, a text with expressions ${figure(sourceLimits.template)} characters. Only a value's own fields can be read; \`__proto__\`, \`constructor\` and \`prototype\` never.

## Patterns

Matching takes time in proportion to the text, whatever the pattern. There are characters, \`.\`, sets \`[a-z]\` \`[^0-9]\`, \`\\d \\w \\s\` and \`\\D \\W \\S\` (\`\\w\` knows the letters of every language), \`\\p{L}\` (also \`Lu Ll N P S\`), \`\\b \\B ^ $\`, groups \`( )\` \`(?: )\` \`(?<name> )\`, alternatives \`|\`, \`* + ? {n,m}\` and their lazy forms with \`?\`. Flags: \`i\` capitals do not count, \`m\` \`^\` and \`$\` at each line, \`s\` \`.\` takes line breaks too; also in front of the pattern, as \`(?i)\`. There are no references back and no looking ahead or behind. A pattern has at most ${figure(patternLimits.source)} characters, ${patternLimits.groups} groups and ${figure(patternLimits.program)} instructions.

## Functions

${Object.entries(titles)
  .map(([group, title]) => section(group, title))
  .join('\n')}`
}
