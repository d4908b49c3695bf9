import { object, text, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'

export const triggerSchedule = defineNode({
  type: 'trigger.schedule',
  version: 1,
  group: 'trigger',
  effect: 'none',
  title: { en: 'Schedule', fr: 'Planification' },
  description: {
    en: 'Starts at fixed times, for example every working day at 9:00.',
    fr: 'Démarre à heures fixes, par exemple chaque jour ouvré à 9 h.',
  },
  params: object({
    cron: text(1, 200, { format: 'cron' }),
    timeZone: withDefault(text(1, 64, { format: 'time-zone' }), 'UTC'),
  }),
  fields: {
    cron: field('When', 'Quand', {
      en: 'Minute, hour, day, month and weekday: "0 9 * * 1-5" means 9:00 from Monday to Friday.',
      fr: 'Minute, heure, jour, mois et jour de la semaine : « 0 9 * * 1-5 » signifie 9 h du lundi au vendredi.',
    }),
    timeZone: field('Time zone', 'Fuseau horaire', {
      en: 'For example Europe/Paris. Daylight saving time is taken into account.',
      fr: "Par exemple Europe/Paris. L'heure d'été est prise en compte.",
    }),
  },
  ports: { fixed: ['main'] },
  run: ({ input }) => ({ data: input }),
})
