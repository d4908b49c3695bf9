import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { KeyCaps } from './key-caps.tsx'

type Look = {
  kind?: 'plain' | 'primary' | 'quiet' | 'danger'
  size?: 'small' | 'large'
  icon?: IconName
  keys?: string | undefined
}

export type ButtonProps = Look & { children: ReactNode } & ButtonHTMLAttributes<HTMLButtonElement>

const classOf = ({ kind = 'plain', size }: Look, more = '') =>
  ['btn', kind === 'plain' ? '' : kind, size ?? '', more].filter(Boolean).join(' ')

export const Button = ({ kind, size, icon, keys, children, className, ...rest }: ButtonProps) => (
  <button
    type="button"
    className={classOf({ ...(kind && { kind }), ...(size && { size }) }, className)}
    aria-keyshortcuts={keys}
    {...rest}
  >
    {icon && <Icon name={icon} />}
    {children}
    {keys && <KeyCaps keys={keys} />}
  </button>
)

type IconButtonProps = Look & { icon: IconName; label: string } & ButtonHTMLAttributes<HTMLButtonElement>

/** A button without words: its name and key are in the tooltip. */
export const IconButton = ({
  kind = 'quiet',
  size = 'small',
  icon,
  label,
  keys,
  className,
  ...rest
}: IconButtonProps) => (
  <button
    type="button"
    className={classOf({ kind, size }, `icon ${className ?? ''}`)}
    aria-label={label}
    title={keys ? `${label} (${keys.toUpperCase()})` : label}
    aria-keyshortcuts={keys}
    {...rest}
  >
    <Icon name={icon} />
  </button>
)
