import { useState } from 'react'
import { faultText } from '../../../api/fault-text.ts'
import { upload } from '../../../api/upload.ts'
import { clientToken } from '../../../lib/client-token.ts'
import { wordsNow } from '../../../lib/words/words.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { sendingWords } from '../sending.words.ts'
import { changeDraft, type UploadedFile, useDrafts } from './drafts.ts'

const maxBytes = 25 * 1024 * 1024
const maxFiles = 20

/** A file on its way. `share` is what the service has of it. */
export type Upload = { id: string; name: string; share: number; cancel(): void }

const warn = (text: string) => showToast({ icon: 'warning', text, isFault: true })
const filesOf = (draftId: string) => useDrafts.getState().drafts.find(({ id }) => id === draftId)?.files ?? []

/** Uploads files for a draft, one after the other. */
export function useUploads(draftId: string) {
  const [uploading, setUploading] = useState<readonly Upload[]>([])
  const addOne = async (file: File) => {
    const stop = new AbortController()
    const id = clientToken()
    const change = (share: number) =>
      setUploading((now) => now.map((one) => (one.id === id ? { ...one, share } : one)))
    setUploading((now) => [...now, { id, name: file.name, share: 0, cancel: () => stop.abort() }])
    try {
      const reply = await upload('/api/v1/messages/attachments', file, {
        onProgress: change,
        signal: stop.signal,
      })
      const { attachment } = reply as { attachment: UploadedFile }
      changeDraft(draftId, { files: [...filesOf(draftId), attachment] })
    } catch (error) {
      if (!stop.signal.aborted) warn(faultText(error))
    } finally {
      setUploading((now) => now.filter((one) => one.id !== id))
    }
  }
  const add = async (files: readonly File[]) => {
    const t = wordsNow(sendingWords)
    for (const file of files) {
      if (file.size > maxBytes) warn(t.tooLarge(file.name))
      else if (filesOf(draftId).length >= maxFiles) return void warn(t.tooMany(maxFiles))
      else await addOne(file)
    }
  }
  return { uploading, add }
}
