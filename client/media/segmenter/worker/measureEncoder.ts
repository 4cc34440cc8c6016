/** Measures once per device whether WebGL runs MobileSAM's encoder faster than WebAssembly. */
import type { EncoderMeasurement } from '../segmentationTypes.ts'
import { gpuName } from './backend.ts'
import { webglSettings } from './models.ts'
import type { TaskContext } from './refinementTasks.ts'

/**
 * WebGL is faster only if its time is less than this fraction of WebAssembly's time, because WebGL shares the GPU with
 * the preview.
 */
const GAIN = 0.8
/**
 * Maximum mean difference between the embeddings of both backends. An embedding's values reach 0.6. With half
 * precision, the difference is 0.002.
 */
const TOLERANCE = 0.01

/**
 * Compares both backends on a photo. Chooses WebGL only if it is faster and computes the same embedding. Without a
 * hardware GPU, chooses WebAssembly, and `webglMs` is null. Resolves with null if the photo has no embedding, or if the
 * encoder doesn't run on WebAssembly.
 */
export async function measureEncoder({ photo, models, onYield }: TaskContext): Promise<EncoderMeasurement | null> {
  const { encoding } = photo
  if (!encoding || models.encoderBackend !== 'wasm') return null
  const gpu = gpuName()
  const wasmMs = encoding.ms
  if (gpu === null) return { gpu, backend: 'wasm', wasmMs, webglMs: null }
  const expected = await encoding.embedding.data()
  const { model } = await models.encoder()
  let isChosen = false
  const webglMs = await models.tryWebgl(
    { backend: 'webgl', webgl: webglSettings() },
    photo.encoderInput(model),
    () => onYield(),
    async (output, ms) => {
      isChosen = ms < GAIN * wasmMs && meanDifference(await output.data(), expected) < TOLERANCE
      return isChosen
    },
  )
  return { gpu, backend: isChosen ? 'webgl' : 'wasm', wasmMs, webglMs }
}

/** Returns the mean absolute difference. NaN for values that aren't finite. */
const meanDifference = (values: ArrayLike<number>, expected: ArrayLike<number>): number =>
  Array.from(expected).reduce((sum, value, i) => sum + Math.abs(value - (values[i] ?? Number.NaN)), 0) / expected.length
