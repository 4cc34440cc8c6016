/** Converts photo pixels to a network's input: stretched to the input size and normalised. */
import type { SegmentModel } from '../modelManifest.ts'
import { planTaps, resampleColumn, resampleRows, TRIANGLE } from './resample.ts'

/**
 * Returns the input tensor, [H, W, 3] of the model's input size: (value − mean) / std. `pixels`: RGBA, straight alpha;
 * they are composited over white, which gave the best masks in measurements.
 */
export function networkInput(
  pixels: ImageData,
  model: Pick<SegmentModel, 'input' | 'mean' | 'std'>,
): Float32Array<ArrayBuffer> {
  const { width, height } = model.input
  const resampledRows = resampleRows(
    overWhite(pixels.data),
    pixels.height,
    3,
    pixels.width,
    planTaps(pixels.width, width, TRIANGLE),
  )
  const taps = planTaps(pixels.height, height, TRIANGLE)
  const input = new Float32Array(width * height * 3)
  for (let y = 0; y < height; y++)
    resampleColumn(resampledRows, width * 3, y, taps, input.subarray(y * width * 3, (y + 1) * width * 3))
  for (let i = 0; i < input.length; i++)
    input[i] = ((input[i] ?? 0) - (model.mean[i % 3] ?? 0)) / (model.std[i % 3] ?? 1)
  return input
}

/** Composites RGBA bytes over white. Returns RGB, 0..1. */
function overWhite(rgba: ImageData['data']): Float32Array<ArrayBuffer> {
  const rgb = new Float32Array((rgba.length / 4) * 3)
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    const alpha = (rgba[from + 3] ?? 0) / 255
    for (let channel = 0; channel < 3; channel++) rgb[to++] = ((rgba[from + channel] ?? 0) / 255) * alpha + (1 - alpha)
  }
  return rgb
}
