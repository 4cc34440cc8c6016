/**
 * The separable blend modes of W3C Compositing and Blending Level 1, §10.1, except `exclusion`. The names are the names
 * in CSS. The shader is in another file, because every document loads these names.
 */
export const BLEND_MODES = [
  'normal',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
] as const
export type BlendMode = (typeof BLEND_MODES)[number]

export const isBlendMode = (value: unknown): value is BlendMode => BLEND_MODES.some((mode) => mode === value)
