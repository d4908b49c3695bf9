import { NodeFault, transient } from '../../engine/define-node.ts'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import type { HttpAnswer } from '../ports.ts'
import { faultOf, readAnswer } from './http-answer.ts'
import { bodyOf, checkHeaders, HttpParams, hasHeader, urlOf } from './http-request.ts'

const repeatable: readonly string[] = ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']

/** The port tells its own faults; what else goes wrong on the way may be better next time. */
async function reach(call: Promise<HttpAnswer>, host: string): Promise<HttpAnswer> {
  try {
    return await call
  } catch (error) {
    if (error instanceof NodeFault) throw error
    throw transient('http.unreachable', `${host} could not be reached.`, {
      cause: String(error).slice(0, 200),
    })
  }
}

export const externalHttp = defineNode({
  type: 'external.http',
  version: 1,
  group: 'external',
  effect: 'external',
  title: { en: 'Call a web service', fr: 'Appeler un service web' },
  description: {
    en: 'Sends an HTTP request to another service and hands its answer on.',
    fr: 'Envoie une requête HTTP à un autre service et transmet sa réponse.',
  },
  params: HttpParams,
  fields: {
    method: field('Method', 'Méthode'),
    url: field('Address', 'Adresse', {
      en: 'Begins with https://. Addresses inside your own network are refused.',
      fr: 'Commence par https://. Les adresses de votre propre réseau sont refusées.',
    }),
    headers: field('Headers', 'En-têtes'),
    query: field('Values in the address', "Valeurs dans l'adresse"),
    body: field('Content', 'Contenu'),
    'body.kind': field('Kind of content', 'Genre de contenu'),
    'body.value': field('JSON value', 'Valeur JSON'),
    'body.text': field('Text', 'Texte'),
    'body.contentType': field('Content type', 'Type de contenu'),
    'body.fields': field('Fields of the form', 'Champs du formulaire'),
    connectionId: field('Connection', 'Connexion', {
      en: 'Holds the password or key, so that it is not in the workflow.',
      fr: "Garde le mot de passe ou la clé, pour qu'il ne soit pas dans le workflow.",
      refersTo: 'connection',
    }),
    timeoutMs: field('Longest wait (milliseconds)', 'Attente maximale (millisecondes)'),
    maxBytes: field('Longest answer (bytes)', 'Réponse maximale (octets)'),
    failOnStatus: field('Fail on an error answer', "Échouer sur une réponse d'erreur", {
      en: 'An answer from 400 on fails the step; otherwise it is handed on.',
      fr: "Une réponse à partir de 400 fait échouer l'étape ; sinon elle est transmise.",
    }),
  },
  ports: { fixed: ['main'] },
  uses: ['http'],
  timeoutMs: 70_000,
  repeatable: ({ method }) => repeatable.includes(method),
  async run({ params: { method, headers, connectionId = null, ...params }, run, use, key, signal }) {
    const url = urlOf(params.url, params.query)
    checkHeaders(headers)
    const { content, type } = bodyOf(params.body)
    const request = {
      method,
      url: url.href,
      body: content,
      connectionId,
      timeoutMs: params.timeoutMs,
      maxBytes: params.maxBytes,
      headers: {
        ...headers,
        ...(type && !hasHeader(headers, 'content-type') ? { 'Content-Type': type } : {}),
        // The far side that knows it does the same work once, however often we ask.
        ...(!repeatable.includes(method) && !hasHeader(headers, 'idempotency-key')
          ? { 'Idempotency-Key': key }
          : {}),
      },
    }
    const answer = await reach(use.http.request(request, signal), url.host)
    if (params.failOnStatus && answer.status >= 400) throw faultOf(answer, Date.parse(run.now))
    // Without the query, which may hold what nobody else should read.
    const description = `${method} ${url.origin}${url.pathname} answered ${answer.status}.`
    return { ...readAnswer(answer), effects: [{ kind: 'http.called', description }] }
  },
})
