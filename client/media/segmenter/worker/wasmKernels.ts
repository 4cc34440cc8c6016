/**
 * Faster kernels for TensorFlow.js's WASM backend, with identical results. The backend's own kernels are slow, because
 * they concatenate and slice row by row in JavaScript, copy the whole tensor before slicing it, and transpose and
 * multiply batches without SIMD.
 */
import type { BackendWasm } from '@tensorflow/tfjs-backend-wasm'
import simd from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url'
import threaded from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-threaded-simd.wasm?url'
import {
  backend_util,
  getKernel,
  type KernelConfig,
  type KernelFunc,
  registerKernel,
  slice_util,
  type TensorInfo,
  unregisterKernel,
  util,
} from '@tensorflow/tfjs-core'
import { GELU } from './gelu.ts'
import code from './kernel/tensorKernels.ts?wasm&imports-memory'
import threadedCode from './kernel/tensorKernels.ts?wasm&imports-shared-memory'

/** Bytes per element of the kernels' tensors: float32 or int32. */
const ELEMENT = 4
/** Minimum number of rows and columns for `multiplyMatrices`. */
const MIN_SIDE = 4

/** The exports of kernel/tensorKernels.ts. */
interface TensorKernels {
  copyRows(from: number, fromStride: number, to: number, toStride: number, rows: number, length: number): void
  gelu(from: number, to: number, length: number, cubic: number, linear: number): void
  transposeMatrix(from: number, to: number, rows: number, columns: number): void
  multiplyMatrices(
    a: number,
    aStride: number,
    b: number,
    bStride: number,
    out: number,
    batches: number,
    rows: number,
    terms: number,
    columns: number,
  ): void
}

/** The arguments of a kernel that TensorFlow.js calls. */
interface KernelCall<Inputs, Attributes> {
  inputs: Inputs
  attrs: Attributes
  backend: BackendWasm
}

/** Returns the output, or null to leave the call to the backend's own kernel. */
type Kernel<Inputs, Attributes> = (call: KernelCall<Inputs, Attributes>) => TensorInfo | null

/**
 * Replaces kernels of a running backend. The kernels work in the backend's memory. After a restart of the backend in
 * the same thread, install the kernels again. @throws if the backend lacks one of these kernels, or memory for the code
 * is not available
 */
export async function installWasmKernels({ wasm }: BackendWasm): Promise<void> {
  // The package's types lack these fields. Only the backend with threads has `wasmMemory`.
  const { asm, wasmMemory } = wasm as typeof wasm & {
    asm: { memory: WebAssembly.Memory }
    wasmMemory?: WebAssembly.Memory
  }
  const module = await WebAssembly.compile(wasmMemory ? threadedCode : code)
  const { exports } = await WebAssembly.instantiate(module, { env: { memory: wasmMemory ?? asm.memory } })
  // Safe cast: the module was compiled from kernel/tensorKernels.ts.
  const kernels = exports as unknown as TensorKernels
  if (getKernel(GELU, 'wasm')) unregisterKernel(GELU, 'wasm')
  registerKernel({ kernelName: GELU, backendName: 'wasm', kernelFunc: gelu(kernels) })
  replaceKernel('Concat', concatenate(kernels))
  replaceKernel('Slice', slice(kernels))
  replaceKernel('Transpose', transpose(kernels))
  replaceKernel('BatchMatMul', multiply(kernels))
}

/** Maps each function that replaces a kernel to the backend's own kernel. */
const ownKernels = new WeakMap<KernelFunc, KernelConfig>()

function replaceKernel<Inputs, Attributes>(kernelName: string, kernel: Kernel<Inputs, Attributes>): void {
  const current = getKernel(kernelName, 'wasm')
  if (!current) throw new Error(`the backend has no kernel ${kernelName}`)
  const own = ownKernels.get(current.kernelFunc) ?? current
  const kernelFunc: KernelFunc = (call) =>
    // safe cast: TensorFlow.js passes the inputs and attributes of this kernel
    kernel(call as unknown as KernelCall<Inputs, Attributes>) ?? own.kernelFunc(call)
  unregisterKernel(kernelName, 'wasm')
  registerKernel({ ...own, kernelFunc })
  ownKernels.set(kernelFunc, own)
}

const hasFourByteElements = ({ dtype }: TensorInfo): boolean => dtype === 'float32' || dtype === 'int32'

const addressOf = (backend: BackendWasm, { dataId }: TensorInfo): number => backend.getMemoryOffset(dataId)

const gelu =
  (kernels: TensorKernels): KernelFunc =>
  (call) => {
    const { inputs, backend } = call as unknown as KernelCall<Record<'x' | 'cubic' | 'linear', TensorInfo>, object>
    const { x, cubic, linear } = inputs
    if (x.dtype !== 'float32') throw new Error(`GELU needs float32 values, but got ${x.dtype}`)
    const out = backend.makeOutput(x.shape, 'float32')
    const [from, to] = [addressOf(backend, x), addressOf(backend, out)]
    kernels.gelu(from, to, util.sizeFromShape(x.shape), addressOf(backend, cubic), addressOf(backend, linear))
    return out
  }

const concatenate =
  ({ copyRows }: TensorKernels): Kernel<TensorInfo[], { axis: number }> =>
  ({ inputs, attrs, backend }) => {
    const [first] = inputs
    const parts = inputs.filter(({ shape }) => util.sizeFromShape(shape) > 0)
    if (!first || parts.length < 2 || !hasFourByteElements(first)) return null
    if (inputs.some(({ dtype }) => dtype !== first.dtype)) return null // the backend itself converts mixed types
    const [axis = 0] = util.parseAxisParam(attrs.axis, first.shape)
    const shapes = inputs.map(({ shape }) => shape)
    backend_util.assertParamsConsistent(shapes, axis)
    const out = backend.makeOutput(backend_util.computeOutShape(shapes, axis), first.dtype)
    const rows = util.sizeFromShape(out.shape.slice(0, axis))
    const stride = ELEMENT * util.sizeFromShape(out.shape.slice(axis))
    let to = addressOf(backend, out)
    for (const part of parts) {
      const length = ELEMENT * util.sizeFromShape(part.shape.slice(axis))
      copyRows(addressOf(backend, part), length, to, stride, rows, length)
      to += length
    }
    return out
  }

const slice =
  ({ copyRows }: TensorKernels): Kernel<{ x: TensorInfo }, { begin: number[]; size: number[] }> =>
  ({ inputs: { x }, attrs, backend }) => {
    type WithShape = Parameters<typeof slice_util.parseSliceParams>[0] // the parser reads only the shape
    const [begin = [], size = []] = slice_util.parseSliceParams(x as WithShape, attrs.begin, attrs.size)
    if (!hasFourByteElements(x) || size.length === 0 || util.sizeFromShape(size) === 0) return null
    const out = backend.makeOutput(size, x.dtype)
    const strides = x.shape.map((_, axis) => ELEMENT * util.sizeFromShape(x.shape.slice(axis + 1)))
    const run = runBefore(size.length, x.shape, size)
    const rows = runBefore(run.axis, x.shape, size)
    const stride = strides[run.axis - 1] ?? 0
    const length = ELEMENT * run.count
    let to = addressOf(backend, out)
    const copyFrom = (axis: number, from: number): void => {
      const start = from + (begin[axis] ?? 0) * (strides[axis] ?? 0)
      if (axis === size.length) {
        copyRows(from, stride, to, length, rows.count, length)
        to += length * rows.count
      } else if (axis >= rows.axis) copyFrom(axis + 1, start)
      else for (let i = 0; i < (size[axis] ?? 0); i++) copyFrom(axis + 1, start + i * (strides[axis] ?? 0))
    }
    copyFrom(0, addressOf(backend, x))
    return out
  }

/**
 * Returns the last axes before `end` that a slice reads in one contiguous run. Only the first of these axes, `axis`,
 * may be cut. `count`: number of positions along these axes. Example: size [1, 2, 6] of shape [4, 5, 6]. Before axis 3,
 * one run of 12 positions begins at axis 1. Before axis 1, one run of 1 position begins at axis 0.
 */
function runBefore(end: number, shape: readonly number[], size: readonly number[]): { axis: number; count: number } {
  let [axis, count] = [end, 1]
  while (axis > 0) {
    axis--
    count *= size[axis] ?? 1
    if (size[axis] !== shape[axis]) break
  }
  return { axis, count }
}

const transpose =
  ({ copyRows, transposeMatrix }: TensorKernels): Kernel<{ x: TensorInfo }, { perm: number[] }> =>
  ({ inputs: { x }, attrs, backend }) => {
    const { shape, perm } = mergedAxes(x.shape, attrs.perm)
    const isBatch = perm[0] === 0 // if the first axis stays first, this call transposes a batch of matrices
    const swapped = (isBatch ? perm.slice(1) : perm).map((axis) => axis - Number(isBatch))
    const [batches = 1, rows = 0, columns = 0, length = 1] = isBatch ? shape : [1, ...shape]
    const isMatrix = swapped.join() === '1,0' // otherwise each element of the matrix is a run of `length` values
    if (!hasFourByteElements(x) || (!isMatrix && swapped.join() !== '1,0,2')) return null
    const out = backend.makeOutput(
      attrs.perm.map((axis) => x.shape[axis] ?? 0),
      x.dtype,
    )
    const element = ELEMENT * length
    for (let batch = 0; batch < batches; batch++) {
      const from = addressOf(backend, x) + batch * rows * columns * element
      const to = addressOf(backend, out) + batch * rows * columns * element
      if (isMatrix) transposeMatrix(from, to, rows, columns)
      else
        for (let column = 0; column < columns; column++)
          copyRows(from + column * element, columns * element, to + column * rows * element, element, rows, element)
    }
    return out
  }

/**
 * Describes the same permutation without axes of length 1. Merges axes that are adjacent before and after the
 * permutation.
 */
function mergedAxes(shape: readonly number[], perm: readonly number[]): { shape: number[]; perm: number[] } {
  const groups: number[][] = [] // the input's axes, in the output's order
  for (const axis of perm.filter((one) => shape[one] !== 1)) {
    const last = groups.at(-1)
    const isNext = last && shape.slice((last.at(-1) ?? 0) + 1, axis).every((side) => side === 1)
    if (isNext && axis > (last.at(-1) ?? 0)) last.push(axis)
    else groups.push([axis])
  }
  const inOrder = [...groups].sort(([a = 0], [b = 0]) => a - b)
  return {
    shape: inOrder.map((axes) => axes.reduce((count, axis) => count * (shape[axis] ?? 1), 1)),
    perm: groups.map((axes) => inOrder.indexOf(axes)),
  }
}

const multiply =
  ({
    multiplyMatrices,
  }: TensorKernels): Kernel<Record<'a' | 'b', TensorInfo>, Record<'transposeA' | 'transposeB', boolean>> =>
  ({ inputs: { a, b }, attrs, backend }) => {
    if (attrs.transposeA || attrs.transposeB || a.dtype !== 'float32' || b.dtype !== 'float32') return null
    const [rows = 0, terms = 0] = a.shape.slice(-2)
    const [sameTerms, columns = 0] = b.shape.slice(-2)
    const [aOuter, bOuter] = [a.shape.slice(0, -2), b.shape.slice(0, -2)]
    const batches = util.sizeFromShape(aOuter)
    const isShared = bOuter.length <= aOuter.length && bOuter.every((side) => side === 1)
    const isPaired = isShared || util.arraysEqual(aOuter, bOuter)
    // A single matrix is left to the backend's own kernel, which already uses SIMD. Our kernel adds in a different
    // order, so it would change the last bits.
    if (batches < 2 || !isPaired || terms !== sameTerms || rows < MIN_SIDE || columns < MIN_SIDE) return null
    const shape = [...a.shape.slice(0, -1), columns]
    const out = backend.makeOutput(shape, 'float32')
    multiplyMatrices(
      addressOf(backend, a),
      ELEMENT * rows * terms,
      addressOf(backend, b),
      isShared ? 0 : ELEMENT * terms * columns,
      addressOf(backend, out),
      batches,
      rows,
      terms,
      columns,
    )
    return out
  }

/** URLs of the WASM backend's binaries in our own build. The keys are the file names that TensorFlow.js requests. */
export const WASM_FILES = {
  'tfjs-backend-wasm-simd.wasm': simd,
  'tfjs-backend-wasm-threaded-simd.wasm': threaded,
  'tfjs-backend-wasm.wasm': simd, // looked up but never loaded, because the editor needs SIMD
}
