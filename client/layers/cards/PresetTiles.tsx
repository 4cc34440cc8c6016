import type { ReactNode } from 'react'
import styles from './PresetTiles.module.css'

export const PresetTiles = ({ label, columns, children }: { label: string; columns: 3 | 4; children: ReactNode }) => (
  <fieldset className={styles.tiles} data-columns={columns} aria-label={label}>
    {children}
  </fieldset>
)

interface TileProps {
  /** The preset's name, translated. */
  name: string
  /** Whether the preset is in use. Absent for tiles that add a layer, because these tiles have no state. */
  isPressed?: boolean | undefined
  onPress(): void
  /** Decorative image above the preset's name. */
  children: ReactNode
}

export const PresetTile = ({ name, isPressed, onPress, children }: TileProps) => (
  <button type="button" className={styles.tile} aria-pressed={isPressed} onClick={onPress}>
    {children}
    <span className={styles.name}>{name}</span>
  </button>
)
