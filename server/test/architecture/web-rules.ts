import type { Module } from './modules.ts'
import { product, type Rule } from './rules.ts'

// The import rules of the web app: lib < ui < api < features < app.

const layers = ['lib', 'ui', 'api', 'features', 'app']
const layerOf = (path: string) => layers.indexOf(/^web\/src\/([^/]+)\//.exec(path)?.[1] ?? '')
const featureOf = (path: string) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1]

const inWeb = (modules: Module[]) => product(modules).filter(({ path }) => path.startsWith('web/src/'))

export const layerRule: Rule = {
  name: 'web imports downwards: app, features, api, ui, lib',
  check: (modules) =>
    inWeb(modules).flatMap(({ path, imports }) =>
      imports
        .filter((target) => layerOf(path) >= 0 && layerOf(target) > layerOf(path))
        .map((target) => `${path} imports ${target}`),
    ),
}

/** The studio checks and evaluates expressions with the code of the service; it is loaded there only. */
const isExpressions = (path: string, target = '') =>
  path.startsWith('web/src/features/workflows/studio/') &&
  /^@mailwright\/contract\/workflow-graph\/(expressions|cron)\//.test(target)

/** Types of the contract vanish at run time; its values would bring schemas and texts of all routes. */
export const contractRule: Rule = {
  name: 'web takes types from the contract; values from its live events, and in the studio from its expressions',
  check: (modules) =>
    inWeb(modules).flatMap(({ path, text }) =>
      [...text.matchAll(/^import (?!type\b)[^;']*? from '(@mailwright\/contract[^']*)'/gm)]
        .filter(([, target]) => target !== '@mailwright/contract/live' && !isExpressions(path, target))
        .map(([, target]) => `${path} imports values of ${target}`),
    ),
}

export const featureRule = (allowed: Record<string, string[]>): Rule => ({
  name: 'web features import the index of others as listed in features.json',
  check: (modules) =>
    inWeb(modules).flatMap(({ path, imports }) => {
      const from = featureOf(path)
      const foreign = imports.filter((target) => featureOf(target) && featureOf(target) !== from)
      return foreign
        .filter((target) => {
          const isDoor = /^web\/src\/features\/[^/]+\/index\.ts$/.test(target)
          const isListed = from === undefined || allowed[from]?.includes(featureOf(target) ?? '')
          return !isDoor || !isListed
        })
        .map((target) => `${path} imports ${target}`)
    }),
})
