import type { TextureSource } from 'pixi.js'

/** A part of a picture on the GPU: straight alpha, encoded, in the working space, or one coverage channel. */
export interface PixelWindow {
  readonly source: TextureSource
  /** Document px per texel; 1 or more. */
  readonly texel: number
  /** Which texel of the whole picture at this size is the texture's (0, 0). */
  readonly origin: { readonly x: number; readonly y: number }
}

/** How document px map to output px. */
export interface SubpixelGrid {
  /** Output px per document px. */
  scale: number
  /** Subpixel offset of the region's origin, output px, 0..1. */
  x: number
  y: number
}

/**
 * Returns the output grid of a painted region: the scale, and the fraction of an output px by which the region's origin
 * (document px) lies right of and below the whole output px before it; within 1e-4 of a whole px it is 0. The strips of
 * one export begin whole output px apart, so they have equal grids and agree bit by bit. `scale`: output px per
 * document px.
 */
export function gridOf(region: { x: number; y: number }, scale: number): SubpixelGrid {
  const part = (origin: number) => {
    const px = origin * scale
    const fraction = px - Math.floor(px)
    return fraction < 1e-4 || fraction > 1 - 1e-4 ? 0 : fraction
  }
  return { scale, x: part(region.x), y: part(region.y) }
}

/** Windows begin at multiples of this many texels, so that the halved grids of all windows of a picture coincide. */
export const WINDOW_ALIGN = 8
