/** URLs of the WASM backend's binaries in our own build. The backend selects one by the abilities of the processor. */
import plain from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url'
import simd from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url'

/** URL by the file name that TensorFlow.js asks for, as `setWasmPaths` takes it. */
export const WASM_FILES = {
  'tfjs-backend-wasm.wasm': plain,
  'tfjs-backend-wasm-simd.wasm': simd,
  'tfjs-backend-wasm-threaded-simd.wasm': simd, // must be named, is never loaded: `startBackend` turns threads off
}
