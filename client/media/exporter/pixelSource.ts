import type { Rect } from '#client/kit/geometry/geometry.ts'
import { contains, copyRect, intersection } from '#client/kit/geometry/rect.ts'
import { type ColorSpace, converted } from '#client/kit/pixels/color-space/colorSpace.ts'
import { pixelConversion } from '#client/kit/pixels/color-space/convertPixels.ts'
import type { Painter } from '#client/render/compositor/painter.ts'
import type { BlendMode } from '#shaders/blend/modes.ts'
import type { Rgb } from '#shaders/lib/color.ts'
import type { PhotoDetails } from '../file/exif.ts'
import type { GainMapMetadata } from '../gainmap/metadata.ts'

/**
 * An image that an encoder reads region by region: row-major RGBA bytes with straight alpha, encoded by the transfer
 * function of `colorSpace`.
 */
export interface PixelSource extends Pick<Painter, 'size' | 'opaque' | 'maxSide' | 'paint'> {
  /** Color space of the pixels. Absent = sRGB. The exported file contains the profile of this space. */
  readonly colorSpace?: ColorSpace
  /** The layers back to front, including hidden layers. Present only for layered formats. */
  readonly layers?: readonly LayerSource[]
  /** Data of the photo for the exported file. Only formats with `keepsGainMap` get a gain map. */
  readonly photoData?: KeptPhotoData
}

/** Quality of the JPEG that contains a gain map, 1..100. */
export const GAIN_MAP_QUALITY = 98

export interface KeptPhotoData {
  /** The gain map. Its sides are half of the image's sides, rounded up. */
  gainMap?: { source: PixelSource; metadata: GainMapMetadata } | undefined
  /** IPTC DigitalSourceType: the URL of a term. */
  sourceType?: string | undefined
  /** Capture date, author, copyright and resolution. */
  details?: PhotoDetails | undefined
}

/** An image that occupies GPU resources until `destroy` is called. */
export interface OpenedSource extends PixelSource {
  destroy(): void
}

/** One layer of an image, painted without the other layers. */
export interface LayerSource {
  name: string
  isHidden: boolean
  /** Opacity of the layer, 0..1. Not applied to the pixels. */
  opacity: number
  /** Absent = the blend mode 'normal'. */
  blendMode?: BlendMode | undefined
  /**
   * Opens the layer's image, which is as large as the whole image and has straight alpha. The caller destroys the
   * opened source.
   */
  open(): Promise<OpenedSource>
  /** Opens the layer's colors without its mask. Present only for a layer with a mask. */
  openUnmasked?(): Promise<OpenedSource>
}

/** Applies `change` to an image and to each of its layers. */
export function mapSource(source: PixelSource, change: (one: PixelSource) => PixelSource): PixelSource {
  const changed = (open: () => Promise<OpenedSource>) => async () => {
    const opened = await open()
    return { ...change(opened), destroy: () => opened.destroy() }
  }
  const layers = source.layers?.map((layer) => ({
    ...layer,
    open: changed(layer.open),
    ...(layer.openUnmasked ? { openUnmasked: changed(layer.openUnmasked) } : {}),
  }))
  return { ...change(source), ...(layers ? { layers } : {}) }
}

/** Returns a source that calls `edit` for each painted region. `edit` changes the region's pixels in place. */
export const editPixels = (
  source: PixelSource,
  edit: (pixels: Uint8Array, region: Rect) => void | Promise<void>,
): PixelSource => ({
  ...source,
  async paint(region, into) {
    const pixels = await source.paint(region, into)
    await edit(pixels, region)
    return pixels
  },
})

/** Returns the image converted to sRGB. Clips colors outside sRGB. */
export const srgbSource = (source: PixelSource): PixelSource =>
  source.colorSpace ? { ...editPixels(source, pixelConversion(source.colorSpace, 'srgb')), colorSpace: 'srgb' } : source

/** Crops an image to `frame` (whole px of `source`). Parts of `frame` beyond the image become transparent. */
export function frameSource(source: PixelSource, frame: Rect): PixelSource {
  const picture = { x: 0, y: 0, ...source.size }
  return {
    ...source,
    size: { width: frame.width, height: frame.height },
    opaque: source.opaque && contains(picture, frame),
    async paint(region, into) {
      const wanted = { ...region, x: region.x + frame.x, y: region.y + frame.y }
      if (contains(picture, wanted)) return source.paint(wanted, into)
      const pixels = into?.fill(0) ?? new Uint8Array(4 * region.width * region.height)
      const visible = intersection(wanted, picture)
      if (visible) copyRect(await source.paint(visible), visible, pixels, wanted, 4)
      return pixels
    },
  }
}

/**
 * Composites an image over an encoded sRGB color (source-over), which makes the result opaque. Mixes encoded values
 * instead of linear light, as browsers do.
 */
export function overColor(source: PixelSource, color: Rgb): PixelSource {
  if (source.opaque) return source
  const background = converted(color, 'srgb', source.colorSpace ?? 'srgb')
  const composite = (pixels: Uint8Array) => {
    for (let i = 0; i < pixels.length; i += 4) {
      const alpha = pixels[i + 3] as number
      for (let c = 0; alpha < 255 && c < 3; c++) {
        const over = ((pixels[i + c] as number) * alpha) / 255
        pixels[i + c] = Math.round(over + (background[c] as number) * (255 - alpha))
      }
      pixels[i + 3] = 255
    }
  }
  return { ...editPixels(source, composite), opaque: true }
}
