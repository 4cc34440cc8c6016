/** Reads a node's attributes, with their type checked. */
import type { Node, Tensor } from './onnx.ts'

export function list(node: Node, name: string, otherwise: number[]): number[] {
  const value = node.attributes.get(name) ?? otherwise
  if (!Array.isArray(value)) throw new Error(`onnx: ${name} of ${node.name} is not a list`)
  return value
}

export function number(node: Node, name: string, otherwise: number): number {
  const value = node.attributes.get(name) ?? otherwise
  if (typeof value !== 'number') throw new Error(`onnx: ${name} of ${node.name} is not a number`)
  return value
}

export function floats(tensor: Tensor): Float32Array {
  if (tensor.values instanceof Float32Array) return tensor.values
  throw new Error('onnx: integers where floats are needed')
}

export function entry<T>(values: ArrayLike<T>, index: number): T {
  const value = values[index < 0 ? index + values.length : index]
  if (value === undefined) throw new Error(`onnx: no entry ${index} among ${values.length}`)
  return value
}

export function dims4(shape: ArrayLike<number>): [number, number, number, number] {
  return [entry(shape, 0), entry(shape, 1), entry(shape, 2), entry(shape, 3)]
}

/** A negative axis counts from the end. */
export const axisOf = (axis: number, rank: number): number => (axis < 0 ? axis + rank : axis)
