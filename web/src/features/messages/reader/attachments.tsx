import { fileSize } from '../../../lib/dates.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import type { Message } from '../messages.types.ts'
import { messageWords } from '../messages.words.ts'

type Attachment = Message['attachments'][number]

const previewable = /^image\/(png|jpeg|gif|webp)$/
const maxPreviewBytes = 2_000_000

const iconOf = (mime: string): IconName =>
  mime.startsWith('image/') ? 'picture' : /zip|compressed|tar/.test(mime) ? 'archive' : 'file'

function File({ attachment: { filename, mime, size, downloadUrl } }: { attachment: Attachment }) {
  const t = useWords(messageWords).message
  const locale = useLook((look) => look.locale)
  return (
    <a className="file" href={downloadUrl} download={filename} title={t.download(filename)}>
      <span className="thumb">
        {previewable.test(mime) && size <= maxPreviewBytes ? (
          <img src={downloadUrl} alt="" loading="lazy" />
        ) : (
          <Icon name={iconOf(mime)} />
        )}
      </span>
      <span className="cut">
        <b className="cut">{filename}</b>
        <small>{fileSize(size, locale)}</small>
      </span>
    </a>
  )
}

/** The files of a message; images inside of its text are not listed again. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const t = useWords(messageWords).message
  const files = attachments.filter(({ disposition, contentId }) => disposition === 'attachment' || !contentId)
  if (files.length === 0) return null
  return (
    <section className="files" aria-label={t.files}>
      {files.map((attachment) => (
        <File key={attachment.id} attachment={attachment} />
      ))}
    </section>
  )
}
