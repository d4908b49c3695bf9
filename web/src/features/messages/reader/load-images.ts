const ours = '/remote-images/'
const maxAtOnce = 3

/** The HTML with its remote images set aside, so that they do not take all connections of the browser at once. */
export function setImagesAside(html: string): string {
  if (!html.includes(ours)) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const image of body.querySelectorAll<HTMLImageElement>(`img[src*="${ours}"]`)) {
    image.setAttribute('data-src', image.getAttribute('src') ?? '')
    image.removeAttribute('src')
  }
  return body.innerHTML
}

/** Waits for an image in this window: a frame without scripts tells nobody when one has arrived. */
const arrived = (src: string) =>
  new Promise<boolean>((resolve) => {
    const probe = new Image()
    probe.onload = () => resolve(true)
    probe.onerror = () => resolve(false)
    probe.src = src
  })

/** Shows the images that were set aside, a few at a time. Returns how to stop. */
export function loadImages(page: Document): () => void {
  const waiting = [...page.body.querySelectorAll<HTMLImageElement>('img[data-src]')]
  let isStopped = false
  const work = async () => {
    for (let image = waiting.shift(); image && !isStopped; image = waiting.shift()) {
      const src = image.dataset.src ?? ''
      if (await arrived(src)) image.src = src
    }
  }
  for (let n = 0; n < maxAtOnce; n++) void work()
  return () => {
    isStopped = true
  }
}
