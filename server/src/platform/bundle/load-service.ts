import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openBundle } from './open-bundle.ts'
import { nameSourcesInStackTraces } from './stack-traces.ts'

/** Loads the service from its bundle, or from its sources. */
export async function loadService<Service>(
  fromSources: () => Promise<Service>,
  folder?: string,
): Promise<Service> {
  const bundle = await openBundle(folder)
  if (!bundle) return fromSources()
  nameSourcesInStackTraces(dirname(bundle))
  try {
    return (await import(pathToFileURL(bundle).href)) as Service
  } catch (error) {
    console.error('Mailwright starts from its sources: the bundle cannot be loaded:', error)
    return fromSources()
  }
}
