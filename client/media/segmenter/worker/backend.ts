/** Starts one TensorFlow.js backend and loads only its code. */
import type { BackendWasm } from '@tensorflow/tfjs-backend-wasm'
import { backend, env, ready, setBackend } from '@tensorflow/tfjs-core'
import type { Backend } from '../segmentation.ts'

/**
 * Starts a backend and returns its name. Uses WASM if WebGL was wanted but is unavailable. Calls `onLost` if the WebGL
 * context is lost, because a running computation may then never end. @throws if neither backend starts
 */
export async function startBackend(wanted: Backend | null, onLost: () => void): Promise<Backend> {
  const first = wanted ?? (hasRealGraphics() ? 'webgl' : 'wasm')
  if (first === 'webgl' && (await startWebgl(onLost))) return 'webgl'
  await startWasm()
  return 'wasm'
}

/** Names of software renderers. On these, WASM is about twenty times as fast as WebGL. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i

function hasRealGraphics(): boolean {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2')
  if (!gl) return false
  const named = gl.getExtension('WEBGL_debug_renderer_info')
  const renderer = String(gl.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return !SOFTWARE.test(renderer)
}

async function startWebgl(onLost: () => void): Promise<boolean> {
  const { MathBackendWebGL } = await import('@tensorflow/tfjs-backend-webgl')
  env().set('WEBGL_EXP_CONV', true) // halves the memory, because convolutions don't unroll a copy of their input
  env().set('WEBGL_DELETE_TEXTURE_THRESHOLD', 0) // frees textures immediately instead of pooling over 1 GB
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
  if (!(await setBackend('wasm'))) throw new Error('neither WebGL nor WebAssembly runs here')
  await ready()
  await installWasmKernels(backend() as BackendWasm)
}
