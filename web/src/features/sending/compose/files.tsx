import { fileSize } from '../../../lib/dates.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Icon } from '../../../ui/icon.tsx'
import { sendingWords } from '../sending.words.ts'
import { changeDraft, type Draft } from './drafts.ts'
import type { Upload } from './use-uploads.ts'

const percent = (share: number) => Math.round(share * 100)

const OnItsWay = ({ upload: { name, share, cancel } }: { upload: Upload }) => {
  const t = useWords(sendingWords)
  return (
    <li className="chip dashed compose-upload">
      <span className="cut">{name}</span>
      <progress max={100} value={percent(share)} aria-label={t.attaching(name)} />
      <button type="button" aria-label={t.cancelUpload(name)} onClick={cancel}>
        <Icon name="close" size={12} />
      </button>
    </li>
  )
}

/** The files of a draft, and those on their way. */
export function Files({ draft, uploading }: { draft: Draft; uploading: readonly Upload[] }) {
  const t = useWords(sendingWords)
  const locale = useLook((look) => look.locale)
  if (draft.files.length + uploading.length === 0) return null
  const remove = (removed: string) =>
    changeDraft(draft.id, { files: draft.files.filter(({ id }) => id !== removed) })
  return (
    <ul className="compose-files" aria-label={t.files}>
      {draft.files.map(({ id, filename, size }) => (
        <li className="chip" key={id}>
          <Icon name="clip" />
          <span className="cut">{filename}</span> <span className="faint">{fileSize(size, locale)}</span>
          <button type="button" aria-label={t.removeFile(filename)} onClick={() => remove(id)}>
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
      {uploading.map((upload) => (
        <OnItsWay key={upload.id} upload={upload} />
      ))}
    </ul>
  )
}
