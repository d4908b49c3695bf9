/** Read before the settings, which are in the bundle. */
export const isBundleWanted = (environment: NodeJS.ProcessEnv = process.env) =>
  environment.MAILWRIGHT_BUNDLE?.trim() !== 'off'
