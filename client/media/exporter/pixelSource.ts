/** Pictures that encoders read region by region. */

import type { ColorSpace } from '#client/kit/base/color-space/colorSpace.ts'
import type { Painter } from '#client/render/compositor/painter.ts'
import type { BlendMode } from '#shaders/blend/modes.ts'

export interface PixelSource extends Pick<Painter, 'size' | 'opaque' | 'maxSide' | 'paint'> {
  /** The space of the pixels; absent = sRGB. Formats embed its profile. */
  readonly colorSpace?: ColorSpace
  /** Back to front, hidden ones too; only for formats that keep layers. */
  readonly layers?: readonly LayerSource[]
}

/** A picture that holds resources of the GPU until it is destroyed. */
export interface OpenedSource extends PixelSource {
  destroy(): void
}

/** One layer of a picture, painted alone. */
export interface LayerSource {
  name: string
  isHidden: boolean
  /** 0 … 1; not yet applied to the pixels. */
  opacity: number
  /** Absent = normal. */
  blendMode?: BlendMode | undefined
  /** Of the picture's size, with straight alpha. */
  open(): Promise<OpenedSource>
  /** For a layer that a mask cuts out: its colours without the mask. */
  openUnmasked?(): Promise<OpenedSource>
}

/** The colour space of `source` as a property to spread; nothing for sRGB. */
export const sameColorSpace = ({ colorSpace }: PixelSource): Pick<PixelSource, 'colorSpace'> =>
  colorSpace ? { colorSpace } : {}

/** The layers of `source` with `change` made to the pixels of each, as a property to spread; nothing without layers. */
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
