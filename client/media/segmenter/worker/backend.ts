/** Starts one TensorFlow.js backend, and loads only the code of this backend. */
import type { BackendWasm } from '@tensorflow/tfjs-backend-wasm'
import { backend, env, ready, setBackend } from '@tensorflow/tfjs-core'
import { loadOnce } from '#client/kit/async/scheduling.ts'
import { isSoftware } from '#client/kit/browser/self-checks/graphics.ts'
import type { WebglSettings } from '../segmentationTypes.ts'

/**
 * Default settings of WebGL (docs/decisions/0107). `npm run eval` has an option for each, because the settings have not
 * yet been compared on a graphics card.
 */
const SETTINGS: WebglSettings = { usesDirectConvolution: true, poolMB: 256, hasShapeUniforms: true }

/**
 * Starts the WebGL backend. Calls `onLost` if the WebGL context is lost, because a running computation may then never
 * end. @throws if WebGL is missing
 */
export async function startWebgl(settings: Partial<WebglSettings>, onLost: () => void): Promise<void> {
  const { MathBackendWebGL } = await import('@tensorflow/tfjs-backend-webgl')
  const { usesDirectConvolution, poolMB, hasShapeUniforms } = { ...SETTINGS, ...settings }
  env().set('WEBGL_EXP_CONV', usesDirectConvolution)
  env().set('WEBGL_DELETE_TEXTURE_THRESHOLD', poolMB * 2 ** 20)
  env().set('WEBGL_USE_SHAPES_UNIFORMS', hasShapeUniforms)
  if (!(await setBackend('webgl'))) throw new Error('this browser cannot run the WebGL backend')
  await ready()
  const running = backend()
  if (running instanceof MathBackendWebGL) running.gpgpu.gl.canvas.addEventListener('webglcontextlost', onLost)
}

/**
 * Minimum number of cores for the backend with threads. TensorFlow.js starts one thread per two cores, at most eight.
 */
const MIN_CORES = 4
/** Maximum time for starting the threads, ms. */
const THREADS_PATIENCE_MS = 10_000

/** Sets the URLs of the binaries once, because TensorFlow.js throws if they are set after a failed download. */
const setBinaries = loadOnce(async () => {
  const { setWasmPaths } = await import('@tensorflow/tfjs-backend-wasm')
  const { WASM_FILES } = await import('./wasmKernels.ts')
  setWasmPaths(WASM_FILES)
})

/**
 * Starts the WebAssembly backend, with threads if the browser can start threads. @throws if WebAssembly SIMD is missing
 */
export async function startWasm(): Promise<void> {
  await setBinaries()
  if (!(await startThreads())) {
    env().set('WASM_HAS_MULTITHREAD_SUPPORT', false)
    if (!(await setBackend('wasm'))) throw new Error('this browser cannot run the WebAssembly backend')
  }
  await ready()
  const { installWasmKernels } = await import('./wasmKernels.ts')
  await installWasmKernels(backend() as BackendWasm)
}

/**
 * Starts the backend with threads. Returns false if the page must not share memory (it is not cross-origin isolated, or
 * not secure), if the device has few cores, or if the threads don't start.
 */
async function startThreads(): Promise<boolean> {
  if (typeof SharedArrayBuffer === 'undefined' || navigator.hardwareConcurrency < MIN_CORES) return false
  env().set('WASM_HAS_MULTITHREAD_SUPPORT', true)
  const { promise: failed, resolve } = Promise.withResolvers<false>()
  const fail = (event: ErrorEvent) => {
    event.preventDefault() // otherwise a thread that fails would end this worker
    resolve(false)
  }
  addEventListener('error', fail)
  const timer = setTimeout(resolve, THREADS_PATIENCE_MS, false)
  const isStarted = await Promise.race([setBackend('wasm'), failed])
  clearTimeout(timer)
  if (isStarted) removeEventListener('error', fail)
  return isStarted
}

/** Returns the name of the GPU, or null if WebGL is missing or runs in software. */
export function gpuName(): string | null {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2')
  if (!gl) return null
  const named = gl.getExtension('WEBGL_debug_renderer_info')
  const name = String(gl.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
  const isReal = !isSoftware(gl)
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return isReal ? name : null
}
