import type { TextureSource } from 'pixi.js'

/** Part of an image on the GPU: straight alpha, encoded, in the working space, or one coverage channel. */
export interface PixelWindow {
  readonly source: TextureSource
  /** Document px per texel, at least 1. */
  readonly texel: number
  /** The texel at (0, 0) in the texture, counted in texels of the whole image at this size. */
  readonly origin: { readonly x: number; readonly y: number }
  /** Identifies the texture's content, which mask edits may change in place. Absent if the content never changes. */
  readonly content?: string
}

/** Returns the values that change whenever the window's pixels change, for the comparison of a pass's inputs. */
export const windowKey = ({ source, origin, content }: PixelWindow): readonly unknown[] => [
  source,
  origin.x,
  origin.y,
  content,
]

/** A map from document px to output px. */
export interface SubpixelGrid {
  /** Output px per document px. */
  scale: number
  /** Subpixel offset of the region's origin, output px, 0..1. */
  x: number
  y: number
}

/**
 * Returns the output grid of a painted region: the scale, and the subpixel offset of the region's origin (document px)
 * from the previous whole output px. Offsets within 1e-4 of a whole px become 0. Strips of an export start whole output
 * px apart, so they have equal grids and agree bit by bit. `scale`: output px per document px.
 */
export function gridOf(region: { x: number; y: number }, scale: number): SubpixelGrid {
  const part = (origin: number) => {
    const px = origin * scale
    const fraction = px - Math.floor(px)
    return fraction < 1e-4 || fraction > 1 - 1e-4 ? 0 : fraction
  }
  return { scale, x: part(region.x), y: part(region.y) }
}

/** Windows start at multiples of this number of texels. The halved grids of all windows of an image then coincide. */
export const WINDOW_ALIGN = 8
