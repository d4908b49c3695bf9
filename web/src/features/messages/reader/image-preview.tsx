import { useState } from 'react'
import { useCommands } from '../../../lib/keyboard/commands.ts'
import { useWords } from '../../../lib/words/words.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Attachment } from '../messages.types.ts'
import { messageWords } from '../messages.words.ts'

type ImagePreviewProps = { images: readonly Attachment[]; firstId: string; onClose(): void }

/** The images of a message, one at a time, as large as the window allows. */
export default function ImagePreview({ images, firstId, onClose }: ImagePreviewProps) {
  const t = useWords(messageWords)
  const [at, setAt] = useState(
    Math.max(
      0,
      images.findIndex(({ id }) => id === firstId),
    ),
  )
  const step = (by: number) => setAt((at + by + images.length) % images.length)
  const group = t.message.files
  useCommands(
    images.length > 1
      ? [
          { id: 'next-image', title: t.next, group, keys: ['ArrowRight', 'j'], run: () => step(1) },
          { id: 'previous-image', title: t.previous, group, keys: ['ArrowLeft', 'k'], run: () => step(-1) },
        ]
      : [],
    { isModal: true },
  )
  const image = images[at]
  if (!image) return null
  return (
    <Dialog title={image.filename} className="dialog image-preview" onClose={onClose}>
      <img src={image.downloadUrl} alt={image.filename} />
      <footer>
        {images.length > 1 && (
          <>
            <IconButton icon="left" label={t.previous} onClick={() => step(-1)} />
            <span className="xs muted num">{t.position(at + 1, String(images.length))}</span>
            <IconButton icon="right" label={t.next} onClick={() => step(1)} />
          </>
        )}
        <a className="btn small push" href={image.downloadUrl} download={image.filename}>
          <Icon name="download" />
          {t.message.download(image.filename)}
        </a>
        <IconButton icon="close" label={t.message.closeImage} onClick={onClose} />
      </footer>
    </Dialog>
  )
}
