import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Menu } from './menu.tsx'

type Choice = { id: string; name: string }
type PickProps = {
  icon: IconName
  label: string
  /** What no value means. */
  all: string
  value: string | undefined
  choices: readonly Choice[]
  onPick(id: string | undefined): void
}

/** A filter with one value, or none. */
export function Pick({ icon, label, all, value, choices, onPick }: PickProps) {
  const chosen = choices.find(({ id }) => id === value)?.name ?? (value ? '…' : all)
  const entries = [
    { id: 'all', label: all, isChosen: value === undefined, run: () => onPick(undefined) },
    ...choices.map(({ id, name }) => ({ id, label: name, isChosen: id === value, run: () => onPick(id) })),
  ]
  return (
    <Menu
      align="end"
      trigger={
        <Button
          kind="quiet"
          size="small"
          icon={icon}
          className="pick"
          aria-label={`${label}: ${chosen}`}
          aria-pressed={value !== undefined}
        >
          <span className="cut">{chosen}</span>
          <Icon name="down" size={12} />
        </Button>
      }
      groups={[{ entries }]}
    />
  )
}
