import { lazy, Suspense, useState } from 'react'
import { fileSize } from '../../../lib/dates.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import type { Attachment } from '../messages.types.ts'
import { messageWords } from '../messages.words.ts'

const ImagePreview = lazy(() => import('./image-preview.tsx'))
const PdfPreview = lazy(() => import('./pdf-preview.tsx'))

const previewable = /^image\/(png|jpeg|gif|webp)$/
const maxPreviewBytes = 5_000_000
const maxPdfBytes = 20_000_000

const iconOf = (mime: string): IconName =>
  mime.startsWith('image/') ? 'picture' : /zip|compressed|tar/.test(mime) ? 'archive' : 'file'

const isImage = ({ mime, size }: Attachment) => previewable.test(mime) && size <= maxPreviewBytes
const isPdf = ({ mime, filename, size }: Attachment) =>
  size <= maxPdfBytes &&
  (mime === 'application/pdf' || (mime === 'application/octet-stream' && /\.pdf$/i.test(filename)))

type FileProps = { attachment: Attachment; onPreview(): void }

function File({ attachment, onPreview }: FileProps) {
  const { filename, mime, size, downloadUrl } = attachment
  const t = useWords(messageWords).message
  const locale = useLook((look) => look.locale)
  const name = (
    <span className="cut">
      <b className="cut">{filename}</b>
      <small>{fileSize(size, locale)}</small>
    </span>
  )
  if (isImage(attachment) || isPdf(attachment))
    return (
      <button type="button" className="file" title={t.preview(filename)} onClick={onPreview}>
        <span className="thumb">
          {isPdf(attachment) ? <Icon name="file" /> : <img src={downloadUrl} alt="" loading="lazy" />}
        </span>
        {name}
      </button>
    )
  return (
    <a className="file" href={downloadUrl} download={filename} title={t.download(filename)}>
      <span className="thumb">
        <Icon name={iconOf(mime)} />
      </span>
      {name}
    </a>
  )
}

/** The files of a message; images inside of its text are not listed again. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const t = useWords(messageWords).message
  const [shown, setShown] = useState<Attachment>()
  const files = attachments.filter(({ disposition, contentId }) => disposition === 'attachment' || !contentId)
  if (files.length === 0) return null
  const close = () => setShown(undefined)
  return (
    <section className="files" aria-label={t.files}>
      {files.map((attachment) => (
        <File key={attachment.id} attachment={attachment} onPreview={() => setShown(attachment)} />
      ))}
      <Suspense>
        {shown && isPdf(shown) && <PdfPreview attachment={shown} onClose={close} />}
        {shown && isImage(shown) && (
          <ImagePreview images={files.filter(isImage)} firstId={shown.id} onClose={close} />
        )}
      </Suspense>
    </section>
  )
}
