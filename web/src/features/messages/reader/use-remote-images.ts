import { useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { client } from '../../../api/client.ts'
import { faultText } from '../../../api/fault-text.ts'
import { read, reread } from '../../../api/read.ts'
import { showToast } from '../../../ui/toasts.tsx'
import type { Message } from '../messages.types.ts'

/** The messages whose images the member has asked for in this window. */
const useAsked = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }))

export const askForImages = (ids: readonly string[]) =>
  useAsked.setState((state) => ({ ids: new Set([...state.ids, ...ids]) }))

const stopAsking = (id: string) =>
  useAsked.setState(({ ids }) => ({ ids: new Set([...ids].filter((one) => one !== id)) }))

/** Spam learns nothing of its readers. */
const isSpam = ({ folderLabels }: Message) => folderLabels.includes('spam')

export const mayShowImages = (message: Message) => message.hasRemoteImages && !isSpam(message)

const toldIfRefused = (work: Promise<unknown>) =>
  work
    .catch((error) => showToast({ icon: 'warning', text: faultText(error), isFault: true }))
    .finally(() => reread(client.remoteImages.listSenders.key))

type State = 'none' | 'spam' | 'ask' | 'failed' | 'shown' | 'loading'

function stateOf(
  message: Message | undefined,
  isWanted: boolean,
  shown: { error: unknown; data: unknown },
): State {
  if (!message?.hasRemoteImages) return 'none'
  if (isSpam(message)) return 'spam'
  if (!isWanted) return 'ask'
  return shown.error ? 'failed' : shown.data ? 'shown' : 'loading'
}

/** The remote images of a message: asked for once, remembered for its sender, or neither. */
export function useRemoteImages(message: Message | undefined) {
  const id = message?.id ?? ''
  const email = message?.from?.email.toLowerCase()
  const mayShow = message !== undefined && mayShowImages(message)
  const { data } = useQuery({ ...read(client.remoteImages.listSenders, {}), enabled: mayShow })
  const remembered = data?.senders.find((sender) => sender.email === email)
  const isAsked = useAsked(({ ids }) => ids.has(id))
  const isWanted = mayShow && (isAsked || remembered !== undefined)
  const shown = useQuery({ ...read(client.remoteImages.show, { params: { id } }), enabled: isWanted })
  return {
    state: stateOf(message, isWanted, shown),
    html: isWanted ? shown.data?.bodyHtmlSafe : undefined,
    isEmpty: shown.data?.images === 0,
    isRemembered: remembered !== undefined,
    error: shown.error,
    ask: () => askForImages([id]),
    retry: () => void shown.refetch(),
    remember: email
      ? () => {
          askForImages([id])
          void toldIfRefused(client.remoteImages.allowSender({ body: { email } }))
        }
      : undefined,
    forget: () => {
      stopAsking(id)
      if (remembered) void toldIfRefused(client.remoteImages.forgetSender({ params: { id: remembered.id } }))
    },
  }
}
