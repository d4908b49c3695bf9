import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { faultOf, readAnswer } from './http-answer.ts'
import { bodyOf, checkHeaders, HttpParams, hasHeader, languageOfType, urlOf } from './http-request.ts'

const repeatable: readonly string[] = ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']

export const externalHttp = defineNode({
  type: 'external.http',
  version: 1,
  group: 'external',
  effect: 'external',
  title: { en: 'Call a web service', fr: 'Appeler un service web' },
  description: {
    en: 'Sends an HTTP request to another service and passes on its response.',
    fr: 'Envoie une requête HTTP à un autre service et transmet sa réponse.',
  },
  params: HttpParams,
  fields: {
    method: field('Method', 'Méthode'),
    url: field('URL', 'URL', {
      en: 'Starts with https://. Values in it are encoded. Addresses inside your own network are blocked.',
      fr: 'Commence par https://. Les valeurs y sont encodées. Les adresses de votre propre réseau sont bloquées.',
    }),
    headers: field('Headers', 'En-têtes'),
    query: field('Query parameters', "Paramètres de l'URL"),
    body: field('Body', 'Corps'),
    'body.kind': field('Type of body', 'Type de corps'),
    'body.value': field('JSON value', 'Valeur JSON'),
    'body.text': field('Text', 'Texte'),
    'body.contentType': field('Content type', 'Type de contenu'),
    'body.fields': field('Form fields', 'Champs du formulaire'),
    connectionId: field('Connection', 'Connexion', {
      en: 'Stores the password or key outside the workflow.',
      fr: 'Conserve le mot de passe ou la clé en dehors du workflow.',
      refersTo: 'connection',
    }),
    timeoutMs: field('Timeout (milliseconds)', 'Délai maximal (millisecondes)'),
    maxBytes: field('Maximum response size (bytes)', 'Taille maximale de la réponse (octets)'),
    failOnStatus: field('Fail on error status', "Échouer sur un statut d'erreur", {
      en: 'The step fails on status 400 and above. Otherwise the response is passed on.',
      fr: "L'étape échoue à partir du statut 400. Sinon, la réponse est transmise.",
    }),
  },
  languages: {
    url: 'url',
    'body.text': ({ headers }, { contentType }) => languageOfType(headers, contentType),
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
        // A service that supports it does the work once, however often the call is repeated.
        ...(!repeatable.includes(method) && !hasHeader(headers, 'idempotency-key')
          ? { 'Idempotency-Key': key }
          : {}),
      },
    }
    const answer = await use.http.request(request, signal)
    if (params.failOnStatus && answer.status >= 400) throw faultOf(answer, Date.parse(run.now))
    // Without the query, which may contain confidential values.
    const description = `${method} ${url.origin}${url.pathname} answered ${answer.status}.`
    return { ...readAnswer(answer), effects: [{ kind: 'http.called', description }] }
  },
})
