// `npm run build`: builds the web app and bundles the service, unless they are up to date.
import { buildBundle } from '../server/src/platform/bundle/build-bundle.ts'
import { bundleFolder } from '../server/src/platform/bundle/bundle-files.ts'
import { isBundleCurrent } from '../server/src/platform/bundle/open-bundle.ts'
import { buildWebApp } from '../server/src/platform/web/build-web-app.ts'

await buildWebApp({ onStart: () => console.log('building the web app') })
console.log('the web app is built')
if (!isBundleCurrent())
  await buildBundle({ folder: bundleFolder, onStart: () => console.log('bundling the service') })
console.log(isBundleCurrent() ? 'the service is bundled' : 'the service is not bundled')
