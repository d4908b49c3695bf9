import { useState } from 'react'
import { faultText } from '../../../api/fault-text.ts'
import { request } from '../../../api/request.ts'
import { wordsNow } from '../../../lib/words/words.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { sendingWords } from '../sending.words.ts'
import { changeDraft, type UploadedFile, useDrafts } from './drafts.ts'

const maxBytes = 25 * 1024 * 1024

async function upload(file: File): Promise<UploadedFile> {
  const form = new FormData()
  form.append('file', file)
  const { attachment } = await request('POST', '/api/v1/messages/attachments', form)
  return attachment
}

/** Uploads files for a draft, one after the other. */
export function useUploads(draftId: string) {
  const [uploading, setUploading] = useState<readonly string[]>([])
  const add = async (files: readonly File[]) => {
    const t = wordsNow(sendingWords)
    for (const file of files) {
      if (file.size > maxBytes) {
        showToast({ icon: 'warning', text: t.tooLarge(file.name), isFault: true })
        continue
      }
      setUploading((names) => [...names, file.name])
      try {
        const uploaded = await upload(file)
        const known = useDrafts.getState().drafts.find(({ id }) => id === draftId)?.files ?? []
        changeDraft(draftId, { files: [...known, uploaded] })
      } catch (error) {
        showToast({ icon: 'warning', text: faultText(error), isFault: true })
      } finally {
        setUploading((names) => names.filter((name) => name !== file.name))
      }
    }
  }
  return { uploading, add }
}
