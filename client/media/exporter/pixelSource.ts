/** Pictures that encoders read region by region, as RGBA bytes with straight alpha. */
import type { ColorSpace } from '#client/kit/base/color-space/colorSpace.ts'
import { pixelConversion } from '#client/kit/base/color-space/convertPixels.ts'
import type { Painter } from '#client/render/compositor/painter.ts'
import type { BlendMode } from '#shaders/blend/modes.ts'

/**
 * A picture that an encoder reads region by region: RGBA bytes, straight alpha, row-major, encoded by the transfer
 * function of `colorSpace`.
 */
export interface PixelSource extends Pick<Painter, 'size' | 'opaque' | 'maxSide' | 'paint'> {
  /** Colour space of the pixels; absent = sRGB. Formats embed its profile. */
  readonly colorSpace?: ColorSpace
  /** The layers, hidden ones included, back to front. Present only for layered formats. */
  readonly layers?: readonly LayerSource[]
}

/** A picture that holds GPU resources until `destroy` is called. */
export interface OpenedSource extends PixelSource {
  destroy(): void
}

/** One layer of a picture, painted alone. */
export interface LayerSource {
  name: string
  isHidden: boolean
  /** Opacity, 0..1. The pixels do not include it. */
  opacity: number
  /** Absent = normal. */
  blendMode?: BlendMode | undefined
  /** Opens the layer's picture, which has the size of the whole picture and straight alpha. The caller destroys it. */
  open(): Promise<OpenedSource>
  /** Opens the colours without the mask. Present for a layer that a mask cuts out. */
  openUnmasked?(): Promise<OpenedSource>
}

/** Returns `{ colorSpace }` of `source`, to be spread into another source; an empty object when it is absent. */
export const sameColorSpace = ({ colorSpace }: PixelSource): Pick<PixelSource, 'colorSpace'> =>
  colorSpace ? { colorSpace } : {}

/** Returns `{ layers }` with `change` applied to each layer of `source`; an empty object when there are no layers. */
export function changedLayers(
  { layers }: PixelSource,
  change: (source: PixelSource) => PixelSource,
): Pick<PixelSource, 'layers'> {
  if (!layers) return {}
  const changed = (open: () => Promise<OpenedSource>) => async () => {
    const opened = await open()
    return { ...change(opened), destroy: () => opened.destroy() }
  }
  return {
    layers: layers.map((layer) => ({
      ...layer,
      open: changed(layer.open),
      ...(layer.openUnmasked ? { openUnmasked: changed(layer.openUnmasked) } : {}),
    })),
  }
}

/** Returns the picture converted to sRGB, layers included; colours outside sRGB are clipped. */
export function srgbSource(source: PixelSource): PixelSource {
  const { colorSpace = 'srgb' } = source
  if (colorSpace === 'srgb') return source
  const toSrgb = pixelConversion(colorSpace, 'srgb')
  return {
    ...source,
    ...changedLayers(source, srgbSource),
    colorSpace: 'srgb',
    async paint(region, into) {
      const pixels = await source.paint(region, into)
      toSrgb(pixels)
      return pixels
    },
  }
}
