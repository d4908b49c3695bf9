import { words } from '../../lib/words/words.ts'

export const richTextWords = words({
  en: {
    toolbar: 'Formatting',
    bold: 'Bold',
    italic: 'Italic',
    underline: 'Underline',
    bullets: 'Bulleted list',
    numbers: 'Numbered list',
    quote: 'Quote',
    link: 'Link',
    address: 'Address of the link',
    example: 'https://example.com',
    setLink: 'Set link',
    removeLink: 'Remove link',
    badLink: 'A link begins with https:// or mailto:',
  },
  fr: {
    toolbar: 'Mise en forme',
    bold: 'Gras',
    italic: 'Italique',
    underline: 'Souligné',
    bullets: 'Liste à puces',
    numbers: 'Liste numérotée',
    quote: 'Citation',
    link: 'Lien',
    address: 'Adresse du lien',
    example: 'https://exemple.fr',
    setLink: 'Créer le lien',
    removeLink: 'Retirer le lien',
    badLink: 'Un lien commence par https:// ou mailto:',
  },
})
