import { words } from '../../lib/words/words.ts'

export const chartWords = words({
  en: { numbers: 'Show the numbers', drawing: 'Show the chart', period: 'Period' },
  fr: { numbers: 'Afficher les chiffres', drawing: 'Afficher le graphique', period: 'Période' },
})
