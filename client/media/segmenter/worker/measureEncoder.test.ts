import { beforeEach, expect, it, vi } from 'vitest'
import type { EncoderMeasurement } from '../segmentationTypes.ts'
import { measureEncoder } from './measureEncoder.ts'
import type { ModelRegistry } from './modelRegistry.ts'
import type { TaskContext } from './refinementTasks.ts'

const GPU = 'ANGLE (Intel, Iris Xe)'
const gpu = vi.hoisted(() => ({ name: null as string | null }))
vi.mock('./backend.ts', () => ({ gpuName: () => gpu.name }))
vi.mock('./models.ts', () => ({ webglSettings: () => ({ poolMB: 1 }) }))
beforeEach(() => {
  gpu.name = GPU
})

const WASM_MS = 1000
const EMBEDDING = [0.1, -0.2, 0.3]
const tensorOf = (values: readonly number[]) => ({ data: async () => Float32Array.from(values) })

/** Measures on a photo that WebAssembly has embedded in 1 s. On WebGL, the encoder returns `values` after `ms`. */
function measure({ values = EMBEDDING, ms = 300, isEmbedded = true, encoderBackend = 'wasm' } = {}) {
  const kept: boolean[] = []
  const tryWebgl = vi.fn<(...args: Parameters<ModelRegistry['tryWebgl']>) => Promise<number>>(async (...args) => {
    kept.push(await args[3](tensorOf(values) as never, ms))
    return ms
  })
  const context = {
    photo: {
      encoding: isEmbedded ? { embedding: tensorOf(EMBEDDING), ms: WASM_MS } : null,
      encoderInput: () => new Float32Array(1),
    },
    models: { encoderBackend, encoder: async () => ({ model: {} }), tryWebgl },
    onYield: async () => {},
  }
  return { measured: measureEncoder(context as unknown as TaskContext), tryWebgl, kept }
}

it.each<[string, Parameters<typeof measure>[0], EncoderMeasurement['backend']]>([
  ['is faster and computes the same embedding', {}, 'webgl'],
  ['rounds to half precision', { values: EMBEDDING.map((value) => value + 0.002) }, 'webgl'],
  ['is barely faster', { ms: 0.85 * WASM_MS }, 'wasm'],
  ['is slower', { ms: 2 * WASM_MS }, 'wasm'],
  ['computes another embedding', { values: [0.3, 0.1, -0.2] }, 'wasm'],
  ['computes zeros', { values: [0, 0, 0] }, 'wasm'],
  ['computes NaN', { values: [0.1, Number.NaN, 0.3] }, 'wasm'],
  ['returns too few values', { values: [0.1] }, 'wasm'],
])('if WebGL %s, later photos use the faster working backend', async (_, options, backend) => {
  const { measured, kept } = measure(options)
  expect(await measured).toEqual({ gpu: GPU, backend, wasmMs: WASM_MS, webglMs: options?.ms ?? 300 })
  expect(kept).toEqual([backend === 'webgl'])
})

it('a WebGL backend that fails has no measured time', async () => {
  const { measured, tryWebgl } = measure()
  tryWebgl.mockResolvedValueOnce(null as never)
  expect(await measured).toEqual({ gpu: GPU, backend: 'wasm', wasmMs: WASM_MS, webglMs: null })
})

it('WebGL is not measured if graphics run in software', async () => {
  gpu.name = null
  const { measured, tryWebgl } = measure()
  expect(await measured).toEqual({ gpu: null, backend: 'wasm', wasmMs: WASM_MS, webglMs: null })
  expect(tryWebgl).not.toHaveBeenCalled()
})

it.each([
  ['before an embedding was computed', { isEmbedded: false }],
  ['if WebGL has computed the embedding', { encoderBackend: 'webgl' }],
])('the two backends are not compared %s', async (_, options) => {
  const { measured, tryWebgl } = measure(options)
  expect(await measured).toBeNull()
  expect(tryWebgl).not.toHaveBeenCalled()
})
