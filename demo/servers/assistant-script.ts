import { graphOf } from '../../server/src/slices/templates/built-in/build.ts'
import type { ModelReply, ModelRequest, ModelRule } from '../../server/test/model-server/types.ts'

/** "Label every mail about the trade fair": a workflow of three steps. */
const tradeFair = graphOf(
  'trade-fair',
  {
    mail: [
      'trigger.message',
      'Mail about the trade fair',
      {
        match: 'any',
        conditions: ['trade fair', 'salon', 'Frankfurt'].map((value) => ({
          field: 'subject',
          operator: 'contains',
          value,
        })),
      },
    ],
    label: ['mail.label', 'Label it', { add: ['trade fair'] }],
    tell: [
      'human.notify',
      'Notify me',
      { title: 'Trade fair: {{ sender.name ?? sender.email }}', body: '{{ message.subject }}' },
    ],
  },
  [
    ['mail', 'label'],
    ['label', 'tell'],
  ],
)

const pauseMs = 25

/** Looks first, then proposes, then says what it did. */
function answer(request: ModelRequest): ModelReply {
  const turn = request.messages.slice(request.messages.findLastIndex(({ role }) => role === 'user'))
  const question = turn[0]?.text ?? ''
  const results = turn.filter(({ role }) => role === 'tool').length
  const french = /\b(le|la|les|des|une|pourquoi|quand)\b/i.test(question)
  if (results === 0)
    return {
      text: french
        ? 'Je regarde vos messages et vos workflows.'
        : 'Let me look at your mail and your workflows.',
      pauseMs,
      toolCalls: [
        { name: 'search_mail', arguments: { q: 'trade fair', limit: 5 } },
        { name: 'list_workflows', arguments: {} },
      ],
    }
  if (results === 2 && /label|notify|workflow|étiquet|préven|trade fair|salon/i.test(question))
    return {
      text: french ? 'Voici ce que je propose.' : 'Here is what I propose.',
      pauseMs,
      toolCalls: [
        {
          name: 'propose',
          arguments: {
            name: french ? 'Courrier du salon' : 'Mail about the trade fair',
            summary: french
              ? 'Ajoute l’étiquette « trade fair » aux messages du salon et vous prévient.'
              : 'Labels mail about the trade fair in Frankfurt and notifies you.',
            graph: tradeFair,
          },
        },
      ],
    }
  return {
    text: french
      ? 'Le workflow ajoute une étiquette et vous prévient à chaque message du salon. Rien n’est enregistré tant que vous ne l’acceptez pas.'
      : 'The workflow labels each mail about the trade fair and notifies you. I found one conversation it would have caught, from Camille. Nothing is saved until you accept it.',
    pauseMs,
  }
}

export const assistantRules: ModelRule[] = [{ when: { tool: 'propose' }, reply: answer }]
