import { words } from '../../lib/words/words.ts'

export const accountWords = words({
  en: {
    language: 'Language',
    theme: 'Theme',
    mode: 'Appearance',
    account: 'Account',
    settings: 'Settings',
    menu: (name: string) => `Account of ${name}`,
    signOut: 'Sign out',
    signedOut: 'You are signed out.',
    languageIs: (name: string) => `Language: ${name}`,
    themeIs: (name: string) => `Theme: ${name}`,
    modes: { light: 'Light', dark: 'Dark', system: 'Like the system' },
    modeIs: (name: string) => `Appearance: ${name.toLowerCase()}`,
    reference: 'API reference',
  },
  fr: {
    language: 'Langue',
    theme: 'Thème',
    mode: 'Apparence',
    account: 'Compte',
    settings: 'Réglages',
    menu: (name: string) => `Compte de ${name}`,
    signOut: 'Se déconnecter',
    signedOut: 'Vous êtes déconnecté.',
    languageIs: (name: string) => `Langue : ${name}`,
    themeIs: (name: string) => `Thème : ${name}`,
    modes: { light: 'Clair', dark: 'Sombre', system: 'Comme le système' },
    modeIs: (name: string) => `Apparence : ${name.toLowerCase()}`,
    reference: "Référence de l'API",
  },
})
