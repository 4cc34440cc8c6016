import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ComponentProps, useDeferredValue, useState, useSyncExternalStore } from 'react'
import { snapshot, useSnapshot } from 'valtio'
import { graphemesOf } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { RenameInput } from '#client/kit/ui/controls/RenameInput.tsx'
import { RememberedSection } from '#client/kit/ui/controls/Section.tsx'
import { Menu, MenuItem } from '#client/kit/ui/overlays/Menu.tsx'
import { isEqual } from '#client/kit/values/identity.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { Result } from '#client/kit/values/result.ts'
import { useSession } from '#client/model/session/session.ts'
import { PresetTiles } from '../../cards/PresetTiles.tsx'
import { applicableStyle, applyStyle } from '../../style.ts'
import { nameOfText, type TextLayer, type TextValues } from '../schema.ts'
import { PRESET_STYLES } from './presetStyles.ts'
import styles from './Styles.module.css'
import { StyleTile } from './StyleTile.tsx'
import { MAX_NAME, MAX_STYLES, type SavedStyles, type SaveError, savedStyles } from './savedStyles.ts'

interface Props {
  layer: TextLayer
  /** The store of saved styles. Tests replace it. */
  saved?: SavedStyles
}

/** Preset styles and saved styles. Applying a style is one undo step. */
export function StylesSection(props: Props) {
  return (
    <RememberedSection title={t('Styles')} name="text-styles">
      <Gallery {...props} />
    </RememberedSection>
  )
}

function Gallery({ layer, saved = savedStyles }: Props) {
  const { history, notices } = useSession()
  // deferred, so that it doesn't slow down drags
  const now = useDeferredValue(useSnapshot(layer) as Immutable<TextLayer>)
  const own = useSyncExternalStore(saved.subscribe, saved.list)
  const [naming, setNaming] = useState<string | null>(null)
  const letters = lettersOf(now.text)
  const tile = (name: string, style: Partial<TextValues>) => {
    const values = { ...(now as TextValues), ...applicableStyle('text', style) }
    const onPress = () => void history.transact(t('Style: {name}', { name }), () => applyStyle(layer, style))
    return { name, letters, values, isPressed: isEqual(values, now), onPress }
  }

  const check = (title: string, result: Result<unknown, SaveError>) => {
    if (!result.ok) notices.toast({ title, description: explainSaveError(result.error), isDestructive: true })
  }

  function save() {
    const kept = saved.save(snapshot(layer))
    check(t('Failed to save style'), kept)
    if (kept.ok) setNaming(kept.value.id)
  }

  return (
    <>
      <PresetTiles label={t('Preset styles')} columns={4}>
        {PRESET_STYLES.map(({ name, paint }) => (
          <StyleTile key={name} {...tile(t(name), paint)} />
        ))}
      </PresetTiles>
      {own.length > 0 && (
        <PresetTiles label={t('Your styles')} columns={4}>
          {own.map(({ id, name, style }) => (
            <OwnStyle
              key={id}
              {...tile(name, style)}
              isNaming={naming === id}
              onName={() => setNaming(id)}
              onNamed={(next) => {
                setNaming(null)
                if (next !== null) check(t('Failed to rename style'), saved.rename(id, next))
              }}
              onRemove={() => check(t('Failed to remove style'), saved.remove(id))}
            />
          ))}
        </PresetTiles>
      )}
      <Button size="small" look="outline" icon={Plus} isWide onClick={save}>
        {t('Save style')}
      </Button>
    </>
  )
}

const explainSaveError = (error: SaveError) =>
  error === 'full'
    ? t('You’ve reached the limit of {n} styles. Remove one first.', { n: MAX_STYLES })
    : t('Your browser is blocking storage for this site. Allow it and try again.')

const lettersOf = (text: string): string => graphemesOf(nameOfText(text)).slice(0, 3).join('')

interface OwnStyleProps extends ComponentProps<typeof StyleTile> {
  isNaming: boolean
  onName(): void
  /** Called when renaming ends. `next`: the new name, or null if the user has canceled. */
  onNamed(next: string | null): void
  onRemove(): void
}

/** The tile of a saved style. The user can rename and remove the style. */
function OwnStyle({ isNaming, onName, onNamed, onRemove, ...tile }: OwnStyleProps) {
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
