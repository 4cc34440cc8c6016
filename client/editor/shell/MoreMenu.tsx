import { Ellipsis } from 'lucide-react'
import { t } from '../../kit/i18n/translate.ts'
import { IconButton } from '../../kit/ui/controls/IconButton.tsx'
import { Menu, MenuItem } from '../../kit/ui/overlays/Menu.tsx'
import { useCommands } from '../commands/CommandContext.tsx'
import { menuAction } from '../commands/menus.ts'
import type { CommandId } from '../commands/registry.ts'

/** The editor's menu: the palette, the help, and what the top bar has no room for. */
export function MoreMenu({ moved }: { moved: readonly CommandId[] }) {
  return (
    <Menu trigger={<IconButton label={t('Menu')} icon={Ellipsis} />}>
      <Items ids={[...moved, 'commands', 'shortcuts']} />
    </Menu>
  )
}

/** Rendered when the menu opens, so that each entry knows whether it is enabled. */
function Items({ ids }: { ids: readonly CommandId[] }) {
  const commands = useCommands()
  return ids
    .map((id) => menuAction(commands, id))
    .map(({ label, icon, shortcut, isDisabled, run }) => (
      <MenuItem key={label} icon={icon} shortcut={shortcut} isDisabled={isDisabled ?? false} onSelect={run}>
        {label}
      </MenuItem>
    ))
}
