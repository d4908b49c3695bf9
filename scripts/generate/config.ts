import { type Setting, settings } from '../../server/src/platform/config/settings.ts'

const shown = ({ fallback }: Setting<unknown>) =>
  fallback === undefined ? 'unset' : fallback === '' ? 'empty' : `\`${fallback}\``

/** Every setting of the environment. */
export async function generateConfig() {
  const rows = Object.values(settings).map(
    (one: Setting<unknown>) => `| \`${one.env}\` | ${shown(one)} | ${one.about.replaceAll('|', '\\|')} |`,
  )
  return `# Settings

Read once from the environment at start and judged whole: all faults are told together. Every setting has a working default.

| Name | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`
}
