/** Preset text styles: colors and effects, without font and paragraph settings. */
import { conform, type Hex } from '#client/kit/values/fields.ts'
import { type TextValues, textFields } from '../schema.ts'

const { color, gradient, stroke, dropShadow, glow } = textFields
const paintFields = { color, gradient, stroke, dropShadow, glow } as const

/** Colors and effects of a text layer, without font and paragraph settings. */
export type Paint = Pick<TextValues, keyof typeof paintFields>

/** A built-in text style. `name`: English, translated when shown. */
export interface PresetStyle {
  name: string
  paint: Paint
}

/** Colors and effects of a preset. An effect that is absent is disabled. */
export interface PaintParts {
  color: Hex
  /** Second color of a vertical gradient. */
  gradient?: Hex
  stroke?: Omit<TextValues['stroke'], 'enabled'>
  dropShadow?: Partial<TextValues['dropShadow']>
  glow?: Omit<TextValues['glow'], 'enabled'>
}

/** Returns all field values of a preset's colors and effects, except the 3D effect. */
export function paintOf({ color, gradient, ...effects }: PaintParts): Paint {
  const all = { ...effects, ...(gradient && { gradient: { color: gradient } }) }
  const enabled = Object.entries(all).map(([name, values]) => [name, { ...values, enabled: true }])
  return conform(paintFields, { color, ...Object.fromEntries(enabled) })
}

const presetStyle = (name: string, parts: PaintParts): PresetStyle => ({ name, paint: paintOf(parts) })

export const HARD = { opacity: 100, blur: 0 }

export const PRESET_STYLES: readonly PresetStyle[] = [
  presetStyle('Plain', { color: '#ffffff' }),
  presetStyle('Ink', { color: '#161616' }),
  presetStyle('Inked', { color: '#ffffff', stroke: { color: '#161616', width: 4 } }),
  presetStyle('Soft', { color: '#ffffff', dropShadow: { opacity: 70, blur: 14, horizontal: 0, vertical: 4 } }),
  presetStyle('Sticker', {
    color: '#ff3d68',
    stroke: { color: '#ffffff', width: 9 },
    dropShadow: { opacity: 45, blur: 8, horizontal: 0, vertical: 4 },
  }),
  presetStyle('Comic', {
    color: '#ffe14d',
    stroke: { color: '#161616', width: 5 },
    dropShadow: { ...HARD, color: '#161616', horizontal: 6, vertical: 6 },
  }),
  presetStyle('Retro', { color: '#f7e7c6', dropShadow: { ...HARD, color: '#d1495b', horizontal: 5, vertical: 5 } }),
  presetStyle('Neon', {
    color: '#ffffff',
    stroke: { color: '#ff2fd0', width: 2 },
    glow: { color: '#ff2fd0', intensity: 30 },
  }),
  presetStyle('Sunset', { color: '#ffd166', gradient: '#ef476f' }),
  presetStyle('Ocean', { color: '#a8f0ff', gradient: '#2a4bd7' }),
  presetStyle('Gold', { color: '#fff3b0', gradient: '#b8860b', stroke: { color: '#5c3d00', width: 2 } }),
]
