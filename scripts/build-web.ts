// `npm run build`: builds the web app, unless it is up to date.
import { buildWebApp } from '../server/src/platform/web/build-web-app.ts'

await buildWebApp({ onStart: () => console.log('building the web app') })
console.log('the web app is built')
