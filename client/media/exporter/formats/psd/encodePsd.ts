import { iccProfileOf } from '#client/kit/base/color-space/iccProfileOf.ts'
import { err, ok, type Result } from '#client/kit/base/result.ts'
import { editPixels, frameSource, type LayerSource, type PixelSource } from '../../pixelSource.ts'
import { alphaBounds } from '../../strips/paintStrips.ts'
import type { ExportError, ExportOptions } from '../format.ts'
import { packPlanes, solidPlane } from './packPlanes.ts'
import { type PsdLayer, psdFile, TRANSPARENCY, USER_MASK } from './psdFile.ts'

/**
 * Encodes a PSD with each of `source.layers`, cropped to its visible pixels, and the merged image. Keeps only one
 * strip of one layer in memory. Fails with 'aborted', 'context-lost', or 'too-large' for files above 2 GiB.
 */
export async function encodePsd(source: PixelSource, options: ExportOptions): Promise<Result<Blob, ExportError>> {
  const { signal } = options
  const sources = source.layers ?? []
  const share = (part: number): ExportOptions => ({
    signal,
    onProgress: (fraction) => options.onProgress?.((part + fraction) / (sources.length + 1)),
  })
  const layers: PsdLayer[] = []
  for (const [i, layer] of sources.entries()) {
    const packed = await packLayer(layer, share(i))
    if (!packed.ok) return packed
    layers.push(packed.value)
  }
  const merged = await packPlanes(source.opaque ? source : mattedWithWhite(source), share(sources.length))
  if (!merged.ok) return merged
  const file = psdFile({
    size: source.size,
    layers,
    merged: source.opaque ? merged.value.slice(0, 3) : merged.value,
    profile: source.colorSpace && source.colorSpace !== 'srgb' ? iccProfileOf(source.colorSpace) : null,
  })
  return file ? ok(file) : err('too-large')
}

async function packLayer(layer: LayerSource, options: ExportOptions): Promise<Result<PsdLayer, ExportError>> {
  const { name, isHidden, opacity, blendMode } = layer
  const painted = await layer.open()
  try {
    const found = await alphaBounds(painted, options.signal)
    if (!found.ok && found.error === 'no-subject')
      return ok({ name, isHidden, opacity, blendMode, bounds: { x: 0, y: 0, width: 0, height: 0 }, channels: [] })
    if (!found.ok) return found
    const bounds = found.value
    const below = await layer.openUnmasked?.()
    try {
      const part = frameSource(painted, bounds)
      const planes = await packPlanes(below ? filledFrom(frameSource(below, bounds), part) : part, options)
      if (!planes.ok) return planes
      const [red, green, blue, alpha] = planes.value
      if (!red || !green || !blue || !alpha) return err('encode-failed')
      const colors = [red, green, blue].map((plane, id) => ({ id, plane }))
      const transparency = below ? solidPlane(bounds.width, bounds.height) : alpha
      const mask = below ? [{ id: USER_MASK, plane: alpha }] : []
      const channels = [{ id: TRANSPARENCY, plane: transparency }, ...colors, ...mask]
      return ok({ name, isHidden, opacity, blendMode, bounds, channels })
    } finally {
      below?.destroy()
    }
  } finally {
    painted.destroy()
  }
}

/** Copies the colours of fully masked pixels from `below`, so that they are correct when a user enlarges the mask. */
const filledFrom = (below: PixelSource, source: PixelSource): PixelSource =>
  editPixels(source, async (pixels, region) => {
    const colors = await below.paint(region)
    for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 3] === 0) pixels.set(colors.subarray(i, i + 3), i)
  })

/** Composites translucent colours over white, because Photoshop stores the merged image in this form. */
const mattedWithWhite = (source: PixelSource): PixelSource =>
  editPixels(source, (pixels) => {
    for (let i = 0; i < pixels.length; i += 4) {
      const alpha = pixels[i + 3] as number
      if (alpha === 0 || alpha === 255) continue
      for (let c = i; c < i + 3; c++) pixels[c] = Math.round(255 + (((pixels[c] as number) - 255) * alpha) / 255)
    }
  })
