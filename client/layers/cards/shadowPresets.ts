import type { ShadowFields } from '#client/render/shadow/shadowFields.ts'

export interface ShadowPreset {
  name: string
  values: Partial<ShadowFields>
}

/** Shadow presets in the panel's order. Presets don't change the shadow's colour. */
export const SHADOW_PRESETS = [
  { name: 'Soft', values: { type: 'drop', opacity: 45, angle: 60, distance: 4, blur: 8 } },
  { name: 'Hard', values: { type: 'drop', opacity: 60, angle: 45, distance: 5, blur: 0.5 } },
  {
    name: 'Behind',
    values: { type: 'ground', opacity: 55, direction: 325, length: 60, softness: 45, contact: 70 },
  },
  {
    name: 'In front',
    values: { type: 'ground', opacity: 50, direction: 35, length: 90, softness: 60, contact: 80 },
  },
] as const satisfies readonly ShadowPreset[]

/** Returns the shadow with a preset's values, enabled. */
export const shadowOf = (preset: ShadowPreset, now: ShadowFields): ShadowFields => ({
  ...now,
  ...preset.values,
  enabled: true,
})
