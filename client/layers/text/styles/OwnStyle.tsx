import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { RenameInput } from '#client/kit/ui/controls/RenameInput.tsx'
import { Menu, MenuItem } from '#client/kit/ui/overlays/Menu.tsx'
import styles from './Styles.module.css'
import { StyleTile } from './StyleTile.tsx'
import { MAX_NAME } from './savedStyles.ts'

interface Props extends ComponentProps<typeof StyleTile> {
  isNaming: boolean
  onName(): void
  /** Called when renaming ends. `next` is null if the user canceled. */
  onNamed(next: string | null): void
  onRemove(): void
}

/** Tile of a style that the user saved, with rename and remove. */
export function OwnStyle({ isNaming, onName, onNamed, onRemove, ...tile }: Props) {
  return (
    <div className={styles.own} data-own-style>
      <StyleTile {...tile} />
      {isNaming ? (
        <RenameInput
          label={t('Style name')}
          name={tile.name}
          maxLength={MAX_NAME}
          className={styles.naming}
          onEnd={onNamed}
          home="[data-own-style]"
        />
      ) : (
        <span className={styles.more}>
          <Menu
            trigger={
              <IconButton
                size="small"
                label={t('More options for {name}', { name: tile.name })}
                hint={t('More')}
                icon={Ellipsis}
              />
            }
          >
            <MenuItem icon={Pencil} onSelect={onName}>
              {t('Rename')}
            </MenuItem>
            <MenuItem icon={Trash2} isDanger onSelect={onRemove}>
              {t('Remove')}
            </MenuItem>
          </Menu>
        </span>
      )}
    </div>
  )
}
