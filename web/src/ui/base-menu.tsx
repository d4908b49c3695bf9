import { Menu as Base } from '@base-ui/react/menu'
import { Icon } from './icon.tsx'
import { KeyCaps } from './key-caps.tsx'
import type { MenuEntry, MenuProps } from './menu-entry.ts'

const Row = ({ entry }: { entry: MenuEntry }) => (
  <Base.Item
    className={`menu-row ${entry.isDanger ? 'danger' : ''}`}
    onClick={entry.run}
    aria-current={entry.isChosen ? 'true' : undefined}
  >
    {entry.icon && <Icon name={entry.icon} />}
    {entry.label}
    {entry.isChosen && <Icon name="check" className="push" />}
    {entry.keys && <KeyCaps keys={entry.keys} />}
  </Base.Item>
)

/** The menu itself, loaded when it is first wanted. */
const BaseMenu = ({ trigger, groups, align = 'start', isOpen }: MenuProps & { isOpen: boolean }) => (
  <Base.Root modal={false} defaultOpen={isOpen}>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner sideOffset={4} align={align} className="menu-place">
        <Base.Popup className="float menu">
          {groups.map((group) => (
            <Base.Group key={group.title ?? group.entries[0]?.id}>
              {group.title && <Base.GroupLabel className="menu-title">{group.title}</Base.GroupLabel>}
              {group.entries.map((entry) => (
                <Row key={entry.id} entry={entry} />
              ))}
            </Base.Group>
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)

export default BaseMenu
