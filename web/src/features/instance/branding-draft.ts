/** A brand as it is tried out; empty means the product's own. */
export type BrandDraft = {
  name: string
  primary: string
  onPrimary: string
  logoLight: string
  welcomeEn: string
  welcomeFr: string
}

const settings: Record<keyof BrandDraft, string> = {
  name: 'MAILWRIGHT_BRAND_NAME',
  primary: 'MAILWRIGHT_BRAND_COLOR_PRIMARY',
  onPrimary: 'MAILWRIGHT_BRAND_COLOR_ON_PRIMARY',
  logoLight: 'MAILWRIGHT_BRAND_LOGO_LIGHT',
  welcomeEn: 'MAILWRIGHT_BRAND_WELCOME_EN',
  welcomeFr: 'MAILWRIGHT_BRAND_WELCOME_FR',
}

const quoted = (value: string) => (/^[\w#:/.@-]*$/.test(value) ? value : JSON.stringify(value))

/** The settings that make the brand, as lines of an environment file. */
export const settingLines = (draft: BrandDraft): string =>
  (Object.keys(settings) as (keyof BrandDraft)[])
    .filter((field) => draft[field].trim() !== '')
    .map((field) => `${settings[field]}=${quoted(draft[field].trim())}`)
    .join('\n')
