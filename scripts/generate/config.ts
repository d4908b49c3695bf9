import { type Setting, settings } from '../../server/src/platform/config/settings.ts'

const shown = ({ fallback }: Setting<unknown>) =>
  fallback === undefined ? 'unset' : fallback === '' ? 'empty' : `\`${fallback}\``

/** Every setting of the environment. */
export async function generateConfig() {
  const rows = Object.values(settings).map(
    (one: Setting<unknown>) => `| \`${one.env}\` | ${shown(one)} | ${one.about.replaceAll('|', '\\|')} |`,
  )
  return `# Settings

Settings are read from the environment once at start and validated together: all errors are reported at once. Every setting has a working default.

| Name | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`
}
