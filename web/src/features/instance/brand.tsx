import { Mark } from '../../ui/icon.tsx'
import { useBranding } from './use-branding.ts'

/** The organisation's logo, or our mark, with the name. */
export function Brand({ className = '' }: { className?: string }) {
  const branding = useBranding()
  const { light, dark } = branding?.logo ?? {}
  return (
    <span className={`row ${className}`}>
      {light ? (
        <picture className="logo">
          {dark && <source srcSet={dark} media="(prefers-color-scheme: dark)" />}
          <img src={light} alt="" />
        </picture>
      ) : (
        <Mark />
      )}
      <b className="cut nav-word">{branding?.name ?? 'Mailwright'}</b>
    </span>
  )
}
