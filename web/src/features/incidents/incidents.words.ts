import { en, fr, words } from '../../lib/words/words.ts'

export const incidentWords = words({
  en: {
    one: (workflow: string) => `${workflow}: a run failed`,
    several: (workflow: string, count: number) => `${workflow}: ${count} runs failed with the same error`,
    step: (name: string) => `Step “${name}”.`,
    between: (first: string, last: string) => `${first} to ${last}`,
    openRun: 'Open the run',
    acknowledge: 'Acknowledge',
    acknowledgeAll: (count: number) => `Acknowledge all ${count}`,
    acknowledgedAt: (time: string) => `Acknowledged ${time}`,
    done: (count: number) => en(count, 'Incident acknowledged.', `${count} incidents acknowledged.`),
    showAll: 'Show acknowledged ones as well',
    none: 'No run has failed',
    noneOpen: 'No open incidents',
    noneText: 'Runs that fail appear here, grouped by cause.',
  },
  fr: {
    one: (workflow: string) => `${workflow} : une exécution a échoué`,
    several: (workflow: string, count: number) => `${workflow} : ${count} exécutions ont échoué, même erreur`,
    step: (name: string) => `Étape « ${name} ».`,
    between: (first: string, last: string) => `${first} à ${last}`,
    openRun: 'Ouvrir l’exécution',
    acknowledge: 'Acquitter',
    acknowledgeAll: (count: number) => `Acquitter les ${count}`,
    acknowledgedAt: (time: string) => `Acquitté ${time}`,
    done: (count: number) => fr(count, 'Incident acquitté.', `${count} incidents acquittés.`),
    showAll: 'Afficher aussi les incidents acquittés',
    none: 'Aucune exécution n’a échoué',
    noneOpen: 'Aucun incident ouvert',
    noneText: 'Les exécutions échouées apparaissent ici, regroupées par cause.',
  },
})
