import { ids, keyAccess, route } from './route.ts'
import {
  dateTime,
  email,
  integer,
  list,
  named,
  nullable,
  object,
  openDetail,
  string,
  uuid,
} from './schema.ts'

/** A sender whose remote images a member wants to see without being asked. */
const RemoteImageSender = openDetail(
  named('RemoteImageSender', object({ id: uuid(), email: string(), createdAt: dateTime() })),
)

const base = '/api/v1/messages/{id}/remote-images'
const senders = '/api/v1/remote-image-senders'

/** The specification leaves open how a reader gets the images that a mail loads from other servers. */
export const remoteImages = {
  show: route({
    method: 'GET',
    path: base,
    access: keyAccess('messages:read'),
    title: { en: 'Read a message with its remote images', fr: 'Lire un message avec ses images distantes' },
    description: {
      en: 'The sanitised HTML with paths of this service for the images of other servers; `images` counts them. Calls no other server. Tracking pixels and whatever exceeds 200 images stay out. Never for spam.',
      fr: "Le HTML assaini, avec des chemins de ce service pour les images d'autres serveurs ; `images` les compte. N'appelle aucun autre serveur. Les pixels espions et ce qui dépasse 200 images sont écartés. Jamais pour les indésirables.",
    },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: object({ bodyHtmlSafe: nullable(string()), images: integer(0) }),
    notFound: 'request.not_found',
    errors: ['webmail.images_refused'],
  }),
  load: route({
    method: 'GET',
    path: `${base}/{name}`,
    access: keyAccess('messages:read'),
    title: { en: 'Load a remote image of a message', fr: "Charger une image distante d'un message" },
    description: {
      en: 'Fetched by this service, without cookies and referrer, from an address that is in the message. PNG, JPEG, GIF, WebP, AVIF, BMP and icons up to 5 MB, recognised by their content.',
      fr: 'Récupérée par ce service, sans cookies ni référent, à une adresse présente dans le message. PNG, JPEG, GIF, WebP, AVIF, BMP et icônes jusqu’à 5 Mo, reconnus à leur contenu.',
    },
    openDetail: true,
    params: ids('id', 'name'),
    callsOut: true,
    status: 200,
    replyType: 'application/octet-stream',
    notFound: 'request.not_found',
    errors: ['webmail.images_refused', 'webmail.image_unavailable'],
  }),
  listSenders: route({
    method: 'GET',
    path: senders,
    access: keyAccess('messages:read'),
    title: {
      en: 'List the senders whose images are shown',
      fr: 'Lister les expéditeurs dont les images sont affichées',
    },
    description: {
      en: 'Newest first, 1,000 at most.',
      fr: "Les plus récents d'abord, 1 000 au plus.",
    },
    openDetail: true,
    status: 200,
    reply: object({ senders: list(RemoteImageSender) }),
  }),
  allowSender: route({
    method: 'POST',
    path: senders,
    access: keyAccess('messages:write'),
    title: { en: "Always show a sender's images", fr: "Toujours afficher les images d'un expéditeur" },
    description: {
      en: 'Clients use the list to ask no more. The 1,001st sender replaces the oldest.',
      fr: 'Les clients utilisent cette liste pour ne plus demander. Le 1 001e expéditeur remplace le plus ancien.',
    },
    openDetail: true,
    idempotent: true,
    body: object({ email: email() }),
    status: 201,
    reply: object({ sender: RemoteImageSender }),
  }),
  forgetSender: route({
    method: 'DELETE',
    path: `${senders}/{id}`,
    access: keyAccess('messages:write'),
    title: { en: "Ask again for a sender's images", fr: "Redemander pour les images d'un expéditeur" },
    openDetail: true,
    params: ids('id'),
    status: 204,
    notFound: 'request.not_found',
  }),
}
