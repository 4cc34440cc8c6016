/** Starts one TensorFlow.js backend, loads only the code of this backend, and checks the values that it computes. */
import type { BackendWasm } from '@tensorflow/tfjs-backend-wasm'
import { backend, env, ready, setBackend } from '@tensorflow/tfjs-core'
import { isSoftware } from '#client/kit/base/self-checks/graphics.ts'
import type { Backend } from '../segmentation.ts'
import type { MaskNetwork } from './imageNetwork.ts'

/**
 * Starts a backend and returns its name. If WebGL was requested but is unavailable, starts WASM. Calls `onLost` if the
 * WebGL context is lost, because a running computation may then never end.
 * @throws if neither backend starts
 */
export async function startBackend(wanted: Backend | null, onLost: () => void): Promise<Backend> {
  const first = wanted ?? (hasRealGraphics() ? 'webgl' : 'wasm')
  if (first === 'webgl' && (await startWebgl(onLost))) return 'webgl'
  await startWasm()
  return 'wasm'
}

/** Returns true when WebGL runs on a GPU. In software, WASM is about twenty times as fast as WebGL. */
function hasRealGraphics(): boolean {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2')
  if (!gl) return false
  const isReal = !isSoftware(gl)
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return isReal
}

async function startWebgl(onLost: () => void): Promise<boolean> {
  const { MathBackendWebGL } = await import('@tensorflow/tfjs-backend-webgl')
  env().set('WEBGL_EXP_CONV', true) // halves the memory, because convolutions then need no expanded copy of their input (im2col)
  env().set('WEBGL_DELETE_TEXTURE_THRESHOLD', 0) // frees textures immediately; by default, the backend pools over 1 GB
  if (!(await setBackend('webgl'))) return false
  await ready()
  const running = backend()
  if (running instanceof MathBackendWebGL) running.gpgpu.gl.canvas.addEventListener('webglcontextlost', onLost)
  return true
}

async function startWasm(): Promise<void> {
  const { setWasmPaths } = await import('@tensorflow/tfjs-backend-wasm')
  const { WASM_FILES, installWasmKernels } = await import('./wasmKernels.ts')
  // Threads hang in a module worker of a cross-origin isolated page.
  env().set('WASM_HAS_MULTITHREAD_SUPPORT', false)
  setWasmPaths(WASM_FILES)
  if (!(await setBackend('wasm'))) throw new Error('this browser can run neither the WebGL nor the WebAssembly backend')
  await ready()
  await installWasmKernels(backend() as BackendWasm)
}

/** Side of the test pattern, px. */
const SIDE = 320
/** Maximum difference from the expected values. The difference caused by rounding errors is smaller. */
const TOLERANCE = 0.2

/**
 * Expected mask of the test pattern at 4 × 4 pixels, row-major: every 80th pixel from the 40th on in each direction.
 */
export const EXPECTED: readonly number[] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0.1044, 0, 0, 0, 0, 0]

/**
 * Resolves with true if the backend computes U2-NetP's mask of a test pattern correctly. Some graphics drivers compute
 * wrong values without an error. The expected values come from onnxruntime 1.30.0 with the original network. Half
 * precision differs by up to 0.06.
 */
export async function passesSelfCheck(network: MaskNetwork): Promise<boolean> {
  const mask = await network.run(testPattern())
  const actual = EXPECTED.map((_, i) => mask[(40 + 80 * Math.floor(i / 4)) * SIDE + 40 + 80 * (i % 4)] ?? Number.NaN)
  return actual.every((value, i) => Math.abs(value - (EXPECTED[i] ?? 0)) < TOLERANCE)
}

/** Returns the normalised input [320, 320, 3]: a bright disc in front of a dark gradient. */
function testPattern(): Float32Array<ArrayBuffer> {
  const input = new Float32Array(SIDE * SIDE * 3)
  for (let y = 0, at = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++, at += 3) {
      const isDisc = Math.hypot(x - 130, y - 170) < 75
      input[at] = isDisc ? 2 : -1 + y / SIDE
      input[at + 1] = isDisc ? 0.5 + x / SIDE : -1.2
      input[at + 2] = isDisc ? -1 : x / SIDE - 1.5
    }
  return input
}
