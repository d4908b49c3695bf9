import { object, text, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'

export const triggerSchedule = defineNode({
  type: 'trigger.schedule',
  version: 1,
  group: 'trigger',
  effect: 'none',
  title: { en: 'At set times', fr: 'À heures fixes' },
  description: {
    en: 'Starts by the clock, for example every working day at nine.',
    fr: "Démarre selon l'horloge, par exemple chaque jour ouvré à neuf heures.",
  },
  params: object({
    cron: text(1, 200, { format: 'cron' }),
    timeZone: withDefault(text(1, 64, { format: 'time-zone' }), 'UTC'),
  }),
  fields: {
    cron: field('When', 'Quand', {
      en: 'Minute, hour, day, month and weekday: "0 9 * * 1-5" is nine o\'clock from Monday to Friday.',
      fr: 'Minute, heure, jour, mois et jour de la semaine : « 0 9 * * 1-5 » est neuf heures du lundi au vendredi.',
    }),
    timeZone: field('Time zone', 'Fuseau horaire', {
      en: 'For example Europe/Paris; summer time is minded.',
      fr: "Par exemple Europe/Paris ; l'heure d'été est prise en compte.",
    }),
  },
  ports: { fixed: ['main'] },
  run: ({ input }) => ({ data: input }),
})
