import { type IconName, icons } from './icons.ts'

export type { IconName }

type IconProps = { name: IconName; size?: 12 | 14 | 20 | 24; className?: string }

/** Decoration: what it means is always said in words as well. */
export const Icon = ({ name, size, className = '' }: IconProps) => (
  <svg
    className={`i ${size ? `s${size}` : ''} ${className}`}
    viewBox="0 0 16 16"
    aria-hidden="true"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: drawings of our own.
    dangerouslySetInnerHTML={{ __html: icons[name] }}
  />
)

export const Mark = () => (
  <svg className="mark" viewBox="0 0 24 24" aria-hidden="true">
    <rect x="1" y="1" width="22" height="22" />
    <path d="M6 16.8v-9l6 5 6-5v9" />
    <path className="seam" d="M6 16.8h12" />
  </svg>
)
