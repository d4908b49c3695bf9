import type { Branding } from '@mailwright/contract/instance'
import type { Static } from '@mailwright/contract/schema'
import type { Config } from '../../platform/config/read-config.ts'

/** The brand from the settings; the other fields are reserved for a control plane. */
export function readBranding(config: Config): Static<typeof Branding> {
  const en = config.brandWelcomeEn
  const fr = config.brandWelcomeFr
  return {
    name: config.brandName,
    source: 'environment',
    logo: { light: config.brandLogoLight ?? null, dark: config.brandLogoDark ?? null },
    favicon: config.brandFavicon ?? null,
    colors: {
      primary: config.brandPrimary ?? null,
      onPrimary: config.brandOnPrimary ?? null,
      accent: config.brandAccent ?? null,
      onAccent: config.brandOnAccent ?? null,
    },
    supportUrl: config.brandSupportUrl ?? null,
    poweredBy: config.brandPoweredBy ?? null,
    login: {
      welcome: en || fr ? { ...(en ? { en } : {}), ...(fr ? { fr } : {}) } : null,
      image: config.brandLoginImage ?? null,
    },
    instance: { suspended: false },
  }
}
