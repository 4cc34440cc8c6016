import type { DesignItem } from '../design.ts'

/**
 * Returns a shade over the lower part of the picture, from nothing at `top` (fraction of the picture) to dark: small words
 * can be read on busy clothes. Multiplied, so that white leaves the photo as it is.
 */
export const scrim = (type: 'square' | 'rectangle', top: number): DesignItem => ({
  kind: 'shape',
  fit: 'cover',
  area: [-0.01, top, 1.02, 0.1],
  alignY: 'top',
  placement: 'foreground',
  blendMode: 'multiply',
  isLocked: true,
  look: { type, color: '#ffffff', gradient: { enabled: true, color: '#000000', angle: 180 } },
})
