import type { Config } from '../config/read-config.ts'
import type { Log } from '../log/log.ts'
import type { WebApp } from './add-web-app.ts'
import { buildWebApp, distFolder } from './build-web-app.ts'
import { originsOf } from './policies.ts'
import { readWebFiles } from './web-files.ts'

type Brand = Pick<Config, 'brandLogoLight' | 'brandLogoDark' | 'brandLoginImage'>

/** Reads the built app. */
export async function readWebApp({ brandLogoLight, brandLogoDark, brandLoginImage }: Brand): Promise<WebApp> {
  const files = await readWebFiles(distFolder).catch(() => new Map())
  return { files, imageOrigins: originsOf([brandLogoLight, brandLogoDark, brandLoginImage]) }
}

/** Builds the app if needed and reads it. A failed build leaves the last one in place, and the API works anyway. */
export async function openWebApp(config: Brand, log: Log): Promise<WebApp> {
  try {
    await buildWebApp({
      onStart: () => console.log('Mailwright builds its web app, which takes a few seconds'),
    })
  } catch (error) {
    log.error({ err: error }, 'failed to build the web app')
  }
  return readWebApp(config)
}
