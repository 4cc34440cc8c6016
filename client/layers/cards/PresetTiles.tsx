import type { ReactNode } from 'react'
import styles from './PresetTiles.module.css'

interface TilesProps {
  /** The accessible name of the group. */
  label: string
  columns: 3 | 4
  children: ReactNode
}

/** A grid of `PresetTile`s. */
export const PresetTiles = ({ label, columns, children }: TilesProps) => (
  <fieldset className={styles.tiles} data-columns={columns} aria-label={label}>
    {children}
  </fieldset>
)

interface TileProps {
  /** Translated. */
  name: string
  onPress(): void
  /** The picture above the name, for the eyes only. */
  children: ReactNode
}

/** A button that applies a preset: its picture and its name. */
export const PresetTile = ({ name, onPress, children }: TileProps) => (
  <button type="button" className={styles.tile} onClick={onPress}>
    {children}
    <span className={styles.name}>{name}</span>
  </button>
)
