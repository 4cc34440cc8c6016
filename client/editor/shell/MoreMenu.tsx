import { Ellipsis } from 'lucide-react'
import { t } from '../../kit/i18n/translate.ts'
import { IconButton } from '../../kit/ui/controls/IconButton.tsx'
import { Menu, MenuItem } from '../../kit/ui/overlays/Menu.tsx'
import { theme } from '../../kit/ui/theme/theme.tsx'
import { useCommands } from '../commands/CommandButton.tsx'
import { menuAction } from '../commands/menus.ts'
import type { CommandId } from '../commands/registry.ts'
import type { BarPart } from './useBarRoom.ts'

/**
 * The menu at the end of the top bar, with the command palette and the commands of buttons for which the bar has no
 * room. `yielded` are the hidden parts of the bar.
 */
export function MoreMenu({ yielded }: { yielded: readonly BarPart[] }) {
  return (
    <Menu trigger={<IconButton label={t('Menu')} icon={Ellipsis} />}>
      <Items yielded={yielded} />
    </Menu>
  )
}

/** Rendered when the menu opens, so that each entry is enabled or disabled correctly. */
function Items({ yielded }: { yielded: readonly BarPart[] }) {
  const commands = useCommands()
  const ids: CommandId[] = [
    'commands',
    'open-photos',
    'reuse-design',
    ...IN_PLACE_OF.flatMap(([part, find]) => (yielded.includes(part) ? find() : [])),
  ]
  return ids
    .map((id) => menuAction(commands, id))
    .map(({ label, icon, shortcut, isDisabled, run }) => (
      <MenuItem key={label} icon={icon} shortcut={shortcut} isDisabled={isDisabled ?? false} onSelect={run}>
        {label}
      </MenuItem>
    ))
}

/** The commands that replace a hidden part of the bar, in the order of the menu. */
const IN_PLACE_OF: readonly (readonly [BarPart, () => CommandId[]])[] = [
  ['projects', () => ['open-project', 'save-project', 'recent-projects']],
  ['export', () => ['export']],
  ['theme', () => [theme() === 'dark' ? 'theme-light' : 'theme-dark']],
  ['tour', () => ['tour']],
  ['shortcuts', () => ['shortcuts']],
]
