const toneOf = (name: string) => {
  let sum = 0
  for (const character of name) sum += character.codePointAt(0) ?? 0
  return (sum % 6) + 1
}

const initialsOf = (name: string) => {
  const parts = name
    .replaceAll(/["'<>()]/g, '')
    .split(/[\s@._-]+/)
    .filter(Boolean)
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map((part) => part?.[0] ?? '')
    .join('')
    .toUpperCase()
}

/** Initials on one of six tones, always the same for a name. */
export const Avatar = ({ name, size = 24 }: { name: string; size?: number }) => (
  <span
    className="av"
    data-initials={initialsOf(name)}
    aria-hidden="true"
    style={{
      '--size': `${size}px`,
      '--av': `var(--tone-${toneOf(name)})`,
      '--av-ink': `var(--tone-${toneOf(name)}-ink)`,
    }}
  />
)
