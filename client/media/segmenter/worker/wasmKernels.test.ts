import { type BackendWasm, setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import {
  add,
  backend,
  concat,
  engine,
  env,
  findBackendFactory,
  getBackend,
  getKernel,
  type KernelConfig,
  linspace,
  matMul,
  memory,
  mul,
  ready,
  registerBackend,
  registerKernel,
  removeBackend,
  setBackend,
  sigmoid,
  slice,
  square,
  type Tensor,
  tensor,
  tidy,
  transpose,
  unregisterKernel,
} from '@tensorflow/tfjs-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { randomFrom } from '../../../../tests/helpers/random.ts'
import { GELU } from './gelu.ts'
import { installWasmKernels } from './wasmKernels.ts'

/** Operations that the product's kernels compute. */
const OWN_KERNELS: Record<string, () => Tensor> = {
  'products of batches of a window’s size': () => matMul(noise([6, 2, 49, 32]), noise([6, 2, 32, 49])),
  'products with more terms than are added at a time': () => matMul(noise([3, 49, 196]), noise([3, 196, 32])),
  'products with a shared right matrix': () => matMul(noise([5, 9, 7]), noise([1, 7, 12])),
  'products of the narrowest tile': () => matMul(noise([8, 4, 20]), noise([8, 20, 4])),
  'products of 7 columns': () => matMul(noise([8, 64, 16]), noise([8, 16, 7])),
  'tensors joined along their channels': () =>
    concat([noise([1, 9, 7, 16]), noise([1, 9, 7, 3]), noise([1, 9, 7, 5])], 3),
  'tensors joined along their rows': () => concat([noise([2, 3, 5]), noise([2, 4, 5])], 1),
  'integers joined': () => concat([tensor([1, 2], [1, 2], 'int32'), tensor([3, 4], [1, 2], 'int32')], 0),
  'an empty tensor joined': () => concat([noise([2, 0]), noise([2, 3]), noise([2, 4])], 1),
  'a slice cut on all axes': () => slice(noise([4, 5, 6, 7]), [1, 2, 3, 1], [2, 3, 2, 5]),
  'a slice of the channels': () => slice(noise([4, 5, 6, 7]), [0, 0, 0, 3], [4, 5, 6, 2]),
  'a slice of rows and channels': () => slice(noise([4, 5, 6, 7]), [0, 1, 0, 3], [4, 3, 6, 2]),
  'a slice of the first axis': () => slice(noise([4, 5, 6]), [2], [1]),
  'a whole tensor sliced': () => slice(noise([4, 5]), [0, 0], [4, 5]),
  'a slice of five axes': () => slice(noise([2, 3, 4, 5, 6]), [1, 0, 1, 0, 2], [1, 3, 2, 5, 3]),
  'a matrix transposed': () => transpose(noise([37, 18])),
  'axes of length 1 transposed': () => transpose(noise([1, 40, 1, 32]), [3, 0, 1, 2]),
  'axes that stay together transposed': () => transpose(noise([1, 20, 8, 6]), [0, 2, 3, 1]),
  'matrices of vectors transposed': () => transpose(noise([2, 9, 4, 16]), [0, 2, 1, 3]),
  'vectors of odd length transposed': () => transpose(noise([9, 4, 3]), [1, 0, 2]),
  'a batch of matrices transposed': () => transpose(noise([3, 9, 4]), [0, 2, 1]),
  'integers transposed': () => transpose(tensor([1, 2, 3, 4, 5, 6], [2, 3], 'int32')),
}

/** Operations that the product's kernels pass on to the backend. */
const LEFT: Record<string, () => Tensor> = {
  'products with a shared left matrix': () => matMul(noise([1, 9, 7]), noise([5, 7, 12])),
  'products of 3 rows': () => matMul(noise([8, 3, 16]), noise([8, 16, 9])),
  'products with a transposed right matrix': () => matMul(noise([4, 5, 16]), noise([4, 9, 16]), false, true),
  'a product of single matrices': () => matMul(noise([30, 20]), noise([20, 40])),
  'booleans joined': () => concat([tensor([true, false], [2], 'bool'), tensor([true], [1], 'bool')]),
  'an empty slice': () => slice(noise([4, 5]), [1, 1], [0, 2]),
  'all axes in reverse': () => transpose(noise([3, 4, 5]), [2, 1, 0]),
  'nothing exchanged': () => transpose(noise([3, 1, 5]), [1, 0, 2]),
  'booleans transposed': () => transpose(tensor([true, false, true, true], [2, 2], 'bool')),
  'a slice of booleans': () => slice(tensor([true, false, true], [3], 'bool'), [1], [2]),
  'products with a right matrix of more axes': () => matMul(noise([5, 9, 7]), noise([1, 1, 7, 12])),
  'products with a right matrix shared by a part of the batches': () =>
    matMul(noise([2, 3, 5, 6]), noise([1, 3, 6, 8])),
  'numbers of two types joined': () => concat([noise([2, 4]), tensor([1, 2, 3, 4], [1, 4], 'int32')], 0),
}

const CASES = { ...OWN_KERNELS, ...LEFT }
const REPLACED = ['Concat', 'Slice', 'Transpose', 'BatchMatMul']
const factory = findBackendFactory('wasm')
const before = { backend: getBackend(), kernels: REPLACED.map(kernelOf) }
const results = new Map<string, { shape: number[]; values: number[] }>()
let callsOfOwn = 0

beforeAll(async () => {
  setWasmPaths('node_modules/@tensorflow/tfjs-backend-wasm/dist/')
  env().set('WASM_HAS_MULTITHREAD_SUPPORT', false)
  await start()
  for (const [name, compute] of Object.entries(CASES)) results.set(name, await read(compute))
  for (const own of before.kernels)
    replaceKernel({
      ...own,
      kernelFunc(call) {
        callsOfOwn++
        return own.kernelFunc(call)
      },
    })
  await installWasmKernels(backend() as BackendWasm)
})

afterAll(async () => {
  unregisterKernel(GELU, 'wasm')
  for (const own of before.kernels) replaceKernel(own)
  removeBackend('wasm')
  // priority 0 is the lowest, so test files that don't select a backend get another backend
  registerBackend('wasm', factory, 0)
  if (before.backend) await setBackend(before.backend)
})

async function start(): Promise<void> {
  await setBackend('wasm')
  await ready()
}

function kernelOf(name: string): KernelConfig {
  const kernel = getKernel(name, 'wasm')
  if (!kernel) throw new Error(`the backend has no kernel ${name}`)
  return kernel
}

function replaceKernel(kernel: KernelConfig): void {
  unregisterKernel(kernel.kernelName, 'wasm')
  registerKernel(kernel)
}

const geluChain = (x: Tensor, cubic: Tensor, linear: Tensor) =>
  mul(x, sigmoid(mul(add(mul(square(x), cubic), linear), x)))
const fusedGelu = (x: Tensor, cubic: Tensor, linear: Tensor) => engine().runKernel<Tensor>(GELU, { x, cubic, linear })
const geluUpTo = (limit: number, compute: typeof geluChain) =>
  read(() => compute(linspace(-limit, limit, 40_003), tensor([0.0713548]), tensor([1.5957691])))

it.each([1e-2, 1, 10, 100])(
  'for values up to %s, the GELU kernel gives the same bits as six separate operations',
  async (limit) => {
    expect(await geluUpTo(limit, fusedGelu)).toEqual(await geluUpTo(limit, geluChain))
  },
)

it('the GELU kernel rejects integer tensors', () => {
  const compute = () => fusedGelu(tensor([1, 2], [2], 'int32'), tensor([0.0713548]), tensor([1.5957691]))
  expect(() => tidy(compute)).toThrow('float32')
})

describe.each([
  ['the product’s own kernels', OWN_KERNELS, 0],
  ['the backend’s own kernels', LEFT, 1],
] as const)('operations that are computed by %s', (_, cases, calls) => {
  it.each(Object.keys(cases))('the operation %s gives the same bits as the original WASM backend', async (name) => {
    const { numTensors, numDataBuffers } = memory()
    callsOfOwn = 0
    expect(await read(CASES[name]!)).toEqual(results.get(name))
    expect(callsOfOwn).toBe(calls)
    expect(memory()).toMatchObject({ numTensors, numDataBuffers })
  })
})

it("multiplying batches of different lengths throws the WASM backend's error", () => {
  expect(() => tidy(() => matMul(noise([2, 3, 5, 6]), noise([3, 2, 6, 7])))).toThrow('broadcast')
})

it('the kernels work after the WASM backend is restarted', async () => {
  const chain = await geluUpTo(10, geluChain)
  removeBackend('wasm')
  registerBackend('wasm', factory)
  await start()
  await installWasmKernels(backend() as BackendWasm)
  expect(await geluUpTo(10, fusedGelu)).toEqual(chain)
  for (const [name, compute] of Object.entries(OWN_KERNELS))
    expect(await read(compute), name).toEqual(results.get(name))
})

async function read(compute: () => Tensor): Promise<{ shape: number[]; values: number[] }> {
  seed = 0
  const result = tidy(compute)
  const values = [...(await result.data())]
  result.dispose()
  return { shape: result.shape, values }
}

/**
 * Seed of the last operand. Each operand of an operation gets its own seed. `read` resets the seed, so all runs of an
 * operation have the same operands.
 */
let seed = 0

/** Returns values of many magnitudes, so that a different order of additions changes the bits. */
function noise(shape: number[]): Tensor {
  const next = randomFrom(++seed)
  const length = shape.reduce((product, side) => product * side, 1)
  return tensor(
    Float32Array.from({ length }, () => (next() - 0.5) * 10 ** (4 * next())),
    shape,
  )
}

const MOCKED = ['@tensorflow/tfjs-backend-wasm', '@tensorflow/tfjs-core', './wasmKernels.ts']

it('startWasm downloads the binary again after a failed download', async () => {
  vi.stubGlobal('SharedArrayBuffer', undefined) // no threads
  let downloads = 0
  const setWasmPaths = () => {
    if (downloads > 0) throw new Error('The WASM backend was already initialized.')
  }
  const setBackend = async () => ++downloads > 1
  vi.doMock('@tensorflow/tfjs-backend-wasm', () => ({ setWasmPaths }))
  vi.doMock('@tensorflow/tfjs-core', () => ({ backend() {}, env: () => ({ set() {} }), async ready() {}, setBackend }))
  vi.doMock('./wasmKernels.ts', () => ({ WASM_FILES: {}, async installWasmKernels() {} }))
  vi.resetModules()
  onTestFinished(() => {
    for (const name of MOCKED) vi.doUnmock(name)
    vi.resetModules()
  })
  const { startWasm } = await import('./backend.ts')
  await expect(startWasm()).rejects.toThrow('cannot run')
  await startWasm()
  expect(downloads).toBe(2)
})
