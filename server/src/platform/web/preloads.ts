import type { WebFiles } from './web-files.ts'

/** Large pages that are not part of the first download, by the name that the build gives to their file. */
const largePages = [{ path: /^\/workflows\/[^/?]+\/?(\?|$)/, name: 'studio-page' }]

/** The scripts that one loads at once, and those that they load. */
function loadedWith(files: WebFiles, path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  const code = files.get(path)?.content().toString() ?? ''
  for (const [, name] of code.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
    loadedWith(files, `/assets/${name}`, found)
  return found
}

/**
 * Says which files a page will need, as a `Link` header: the browser asks for them together with the first script, and
 * compiles them while that one runs, instead of after it.
 */
export function readPreloads(files: WebFiles, index: string) {
  const pages = largePages.map(({ path, name }) => {
    const paths = [...files.keys()]
    const entry = paths.find((one) => one.startsWith(`/assets/${name}-`) && one.endsWith('.js'))
    const scripts = entry ? [...loadedWith(files, entry)].filter((one) => !index.includes(one)) : []
    const styles = paths.filter((one) => one.startsWith(`/assets/${name}-`) && one.endsWith('.css'))
    return {
      path,
      link: [
        ...scripts.map((one) => `<${one}>; rel="modulepreload"`),
        ...styles.map((one) => `<${one}>; rel="preload"; as="style"; crossorigin`),
      ].join(', '),
    }
  })
  return (url: string) => pages.find(({ path }) => path.test(url))?.link
}
