import { faultText } from '../../../api/fault-text.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { messageWords } from '../messages.words.ts'
import type { useRemoteImages } from './use-remote-images.ts'

type Images = ReturnType<typeof useRemoteImages>

const Always = ({ images }: { images: Images }) => {
  const t = useWords(messageWords).images
  return (
    images.remember && (
      <Button size="small" onClick={images.remember}>
        {t.always}
      </Button>
    )
  )
}

function Buttons({ images }: { images: Images }) {
  const t = useWords(messageWords).images
  if (images.state === 'ask')
    return (
      <>
        <Button size="small" keys="i" onClick={images.ask}>
          {t.show}
        </Button>
        <Always images={images} />
      </>
    )
  if (images.state === 'failed')
    return (
      <Button size="small" onClick={images.retry}>
        {t.retry}
      </Button>
    )
  if (images.isRemembered)
    return (
      <Button size="small" onClick={images.forget}>
        {t.forget}
      </Button>
    )
  return images.state === 'shown' && !images.isEmpty ? <Always images={images} /> : null
}

function textOf({ state, isEmpty, isRemembered, error }: Images, t: (typeof messageWords)['en']['images']) {
  if (state === 'spam') return t.spam
  if (state === 'ask') return t.blocked
  if (state === 'loading') return t.loading
  if (state === 'failed') return faultText(error)
  if (isEmpty) return t.nothing
  return isRemembered ? t.remembered : t.shown
}

/** Asks before images of other servers are loaded, and says what is shown. */
export function RemoteImagesBar({ images }: { images: Images }) {
  const t = useWords(messageWords).images
  if (images.state === 'none') return null
  return (
    <div className="banner note images-bar" role="status">
      <Icon name={images.state === 'shown' ? 'picture' : 'shield'} />
      <span>{textOf(images, t)}</span>
      <span className="push">
        <Buttons images={images} />
      </span>
    </div>
  )
}
