/** The colours that the user chose last and that are no presets, newest first; stored on this device. */

import { recentList } from '../../base/deviceStorage.ts'
import { type Hex, isHex } from '../../base/fields.ts'
import { createListeners } from '../../base/listeners.ts'
import { PRESET_COLORS } from './presetColors.ts'

/** One row of chips. */
const SHOWN = 12
const kept = recentList('midground.recent-colors', SHOWN)
const listeners = createListeners()
let known: { text: string; colors: readonly Hex[] } = { text: '', colors: [] }

/** Returns the recent colours, newest first. The list keeps its identity until it changes. */
export function recentColors(): readonly Hex[] {
  const colors = kept.read().filter(isHex)
  const text = colors.join()
  if (text !== known.text) known = { text, colors }
  return known.colors
}

/** Stores a colour as the most recent one; a preset is always at hand and is not stored. */
export function addRecentColor(hex: Hex): void {
  const color = longHex(hex)
  if (PRESET_COLORS.some((preset) => longHex(preset.hex) === color)) return
  kept.add(color)
  listeners.emit()
}

/** Subscribes to new recent colours. Returns a function that stops it. */
export const onRecentColors = (listener: () => void): (() => void) => listeners.subscribe(listener)

/** Returns six lower-case digits: `#ABC` becomes `#aabbcc`. */
export const longHex = (hex: Hex): Hex => (hex.length === 4 ? hex.replace(/[^#]/g, '$&$&') : hex).toLowerCase() as Hex
