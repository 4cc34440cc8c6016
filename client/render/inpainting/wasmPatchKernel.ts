/** Runs the compiled kernel: copies a level's arrays into its memory and the results out. */
import { growMemory } from '#client/kit/base/bytes.ts'
import { CHANNELS } from './parameters.ts'
import type { PatchKernel, SearchProblem } from './patchKernel.ts'

/** Exports of kernel/patchMatch.ts. Addresses are bytes from the start of `memory`. */
interface Kernel {
  memory: WebAssembly.Memory
  BUFFERS: WebAssembly.Global<'i32'>
  setProblem(
    width: number,
    height: number,
    features: number,
    guide: number,
    isSource: number,
    targets: number,
    targetAt: number,
    count: number,
    shiftX: number,
    shiftY: number,
  ): void
  search(source: number, distance: number, rounds: number, random: number): number
  vote(source: number, weights: number, sums: number): void
}

const ALIGN = 16
type Numbers = Int16Array | Uint8Array | Int32Array | Float64Array | Uint16Array

/**
 * Creates the patch kernel of the compiled module. Its memory grows to the largest level of all calls. This function
 * and the kernel's calls throw a RangeError when the browser is out of memory.
 */
export function createWasmPatchKernel(code: WebAssembly.Module): PatchKernel {
  const { exports } = new WebAssembly.Instance(code)
  const kernel = exports as unknown as Kernel // the module is compiled from kernel/patchMatch.ts

  /** Copies the arrays consecutively. Returns their addresses and the address after them. */
  function place(arrays: readonly Numbers[], from: number): number[] {
    const addresses = [from]
    for (const { byteLength } of arrays)
      addresses.push(Math.ceil(((addresses.at(-1) ?? from) + byteLength) / ALIGN) * ALIGN)
    growMemory(kernel.memory, addresses.at(-1) ?? from)
    const bytes = new Uint8Array(kernel.memory.buffer)
    for (const [i, { buffer, byteOffset, byteLength }] of arrays.entries())
      bytes.set(new Uint8Array(buffer, byteOffset, byteLength), addresses[i])
    return addresses
  }

  function setProblem(problem: SearchProblem): number {
    const { width, height, features, guide, isSource, targets, targetAt, shiftCost } = problem
    const arrays = [features, guide, isSource, targets, targetAt]
    const [a = 0, b = 0, c = 0, d = 0, e = 0, end = 0] = place(arrays, kernel.BUFFERS.value)
    kernel.setProblem(width, height, a, b, c, d, e, targets.length, shiftCost.x, shiftCost.y)
    return end
  }

  return {
    search(problem, { source, distance }, rounds, random) {
      const [a = 0, b = 0] = place([source, distance], setProblem(problem))
      const next = kernel.search(a, b, rounds, random)
      source.set(new Int32Array(kernel.memory.buffer, a, source.length))
      distance.set(new Float64Array(kernel.memory.buffer, b, distance.length))
      return next >>> 0
    },
    vote(problem, source, weights) {
      const [a = 0, b = 0, sums = 0] = place([source, weights], setProblem(problem))
      const length = CHANNELS * problem.width * problem.height
      growMemory(kernel.memory, sums + 4 * length)
      new Uint32Array(kernel.memory.buffer, sums, length).fill(0)
      kernel.vote(a, b, sums)
      return new Uint32Array(kernel.memory.buffer, sums, length).slice()
    },
  }
}
