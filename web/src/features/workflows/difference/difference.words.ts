import { en, fr, words } from '../../../lib/words/words.ts'

export const differenceWords = words({
  en: {
    none: 'No differences',
    added: (name: string) => `“${name}” added`,
    removed: (name: string) => `“${name}” removed`,
    changed: (name: string) => `“${name}” changed`,
    connected: (from: string, to: string) => `“${from}” connected to “${to}”`,
    disconnected: (from: string, to: string) => `“${from}” no longer connected to “${to}”`,
    notes: 'Notes changed',
    empty: 'empty',
    drawing: 'Differences on the canvas',
    list: 'Differences in words',
    marks: { added: 'added', removed: 'removed', changed: 'changed', same: 'unchanged' },
    all: 'Show everything',
    count: (count: number) => en(count, 'One difference', `${count} differences`),
  },
  fr: {
    none: 'Aucune différence',
    added: (name: string) => `« ${name} » ajoutée`,
    removed: (name: string) => `« ${name} » supprimée`,
    changed: (name: string) => `« ${name} » modifiée`,
    connected: (from: string, to: string) => `« ${from} » reliée à « ${to} »`,
    disconnected: (from: string, to: string) => `« ${from} » n’est plus reliée à « ${to} »`,
    notes: 'Notes modifiées',
    empty: 'vide',
    drawing: 'Différences sur le plan de travail',
    list: 'Différences en mots',
    marks: { added: 'ajoutée', removed: 'supprimée', changed: 'modifiée', same: 'inchangée' },
    all: 'Tout afficher',
    count: (count: number) => fr(count, 'Une différence', `${count} différences`),
  },
})
