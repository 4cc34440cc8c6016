import { type NumberField, number } from '#client/kit/values/fields.ts'

/** The panel's sections of enhancements, in their order. */
export const SECTIONS = [
  { id: 'light', title: 'Light' },
  { id: 'color', title: 'Color' },
  { id: 'detail', title: 'Detail' },
  { id: 'effects', title: 'Effects' },
] as const

/** A row of the table: one number set by the user. */
export interface Enhancement {
  field: NumberField
  section: (typeof SECTIONS)[number]['id']
  /** True for the first enhancement of a section. The section's other enhancements follow in the order of the table. */
  isFirst?: true
  /** Values of other enhancements that this enhancement needs to have an effect. */
  example?: Readonly<Record<string, number>>
}

/** A vignette, without which its size and softness have no effect. */
const WITH_VIGNETTE = { vignette: -60 }

/** Table of all enhancements, in the order of a document's fields. */
export const ENHANCEMENTS = {
  // Percent of encoded colors. Brightness, Contrast and Saturation work like the CSS filters of these names: a gain, a
  // scale about mid-gray, a mix with luma; 100 = neutral. Fade lifts black, lowers white and desaturates.
  brightness: { field: number('Brightness', { default: 100, min: 0, max: 200, unit: 'percent' }), section: 'light' },
  contrast: { field: number('Contrast', { default: 100, min: 0, max: 200, unit: 'percent' }), section: 'light' },
  saturation: { field: number('Saturation', { default: 100, min: 0, max: 200, unit: 'percent' }), section: 'color' },
  fade: { field: number('Fade', { default: 0, min: 0, max: 100, unit: 'percent' }), section: 'color' },
  exposure: { field: number('Exposure', { default: 0, min: -100, max: 100 }), section: 'light', isFirst: true },
  highlights: { field: number('Highlights', { default: 0, min: -100, max: 100 }), section: 'light' },
  shadows: { field: number('Shadows', { default: 0, min: -100, max: 100 }), section: 'light' },
  sharpness: { field: number('Sharpness', { default: 0, min: 0, max: 100 }), section: 'detail' },
  // Standard deviation of a Gaussian, as in CSS `blur()`, in photo px. `shaders/blur` blurs before the steps run.
  blur: { field: number('Blur', { default: 0, min: 0, max: 20, step: 0.1, unit: 'px' }), section: 'detail' },
  // A toe curve that darkens shadows, but not black and white.
  blacks: { field: number('Blacks', { default: 0, min: 0, max: 100 }), section: 'light' },
  vignette: { field: number('Vignette', { default: 0, min: -100, max: 100 }), section: 'effects' },
  vignetteSize: {
    field: number('Vignette size', { default: 50, min: 0, max: 100, unit: 'percent' }),
    section: 'effects',
    example: WITH_VIGNETTE,
  },
  vignetteSoftness: {
    field: number('Vignette softness', { default: 50, min: 0, max: 100, unit: 'percent' }),
    section: 'effects',
    example: WITH_VIGNETTE,
  },
  // Temperature: warm > 0. Tint: magenta > 0, green < 0.
  temperature: { field: number('Temperature', { default: 0, min: -100, max: 100 }), section: 'color' },
  tint: { field: number('Color tint', { default: 0, min: -100, max: 100 }), section: 'color' },
} satisfies Record<string, Enhancement>

export type EnhancementName = keyof typeof ENHANCEMENTS
/** Values of all enhancements, in slider units. */
export type TuneSettings = Readonly<Record<EnhancementName, number>>

/** Returns the row of an enhancement with the type that all rows share. */
export const rowOf = (name: EnhancementName): Enhancement => ENHANCEMENTS[name]

/** The document's fields for one set of enhancements: the default, range and unit of each enhancement. */
export const tuneFields = Object.fromEntries(
  Object.entries(ENHANCEMENTS).map(([name, { field }]) => [name, field]),
) as Readonly<Record<EnhancementName, NumberField>>

/** Returns the names of a section's enhancements, in the panel's order. */
export const namesIn = (section: Enhancement['section']): EnhancementName[] =>
  (Object.keys(ENHANCEMENTS) as EnhancementName[])
    .filter((name) => rowOf(name).section === section)
    .sort((a, b) => Number(rowOf(b).isFirst ?? false) - Number(rowOf(a).isFirst ?? false))
