import type { Hex } from '../../base/fields.ts'

/** The preset colours of every colour field, in the order of spec §9, with English names for screen readers. */
export const PRESET_COLORS: readonly { hex: Hex; name: string }[] = [
  { hex: '#000000', name: 'Black' },
  { hex: '#FFFFFF', name: 'White' },
  { hex: '#FF0000', name: 'Red' },
  { hex: '#00FF00', name: 'Green' },
  { hex: '#0000FF', name: 'Blue' },
  { hex: '#FFA500', name: 'Orange' },
  { hex: '#800080', name: 'Purple' },
  { hex: '#FFC0CB', name: 'Pink' },
  { hex: '#4A90E2', name: 'Sky blue' },
  { hex: '#50E3C2', name: 'Mint' },
  { hex: '#F5A623', name: 'Amber' },
  { hex: '#D0021B', name: 'Crimson' },
]
