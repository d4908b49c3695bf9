import { words } from '../lib/words/words.ts'

export const apiWords = words({
  en: {
    network: 'The service is not responding. Check your connection; we keep trying.',
    unexpected: 'Something went wrong on our side. Please try again.',
    retry: 'Try again',
    failedTitle: 'This could not be loaded',
    notFoundTitle: 'Nothing here',
    notFoundText: 'The address is wrong, or what it led to was deleted.',
    home: 'Back to the inbox',
    loading: 'Loading',
    more: 'Show more',
  },
  fr: {
    network: 'Le service ne répond pas. Vérifiez votre connexion ; nous réessayons.',
    unexpected: 'Une erreur est survenue de notre côté. Veuillez réessayer.',
    retry: 'Réessayer',
    failedTitle: 'Chargement impossible',
    notFoundTitle: 'Rien ici',
    notFoundText: "L'adresse est incorrecte, ou son contenu a été supprimé.",
    home: 'Retour à la boîte de réception',
    loading: 'Chargement',
    more: 'Afficher plus',
  },
})
