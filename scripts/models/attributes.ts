/** Reads a node's attributes, each with the type it must have. */
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

export function part<T>(values: ArrayLike<T>, index: number): T {
  const value = values[index < 0 ? index + values.length : index]
  if (value === undefined) throw new Error(`onnx: no entry ${index} among ${values.length}`)
  return value
}

export function sides(shape: ArrayLike<number>): [number, number, number, number] {
  return [part(shape, 0), part(shape, 1), part(shape, 2), part(shape, 3)]
}

/** A negative axis counts from the end. */
export const axisOf = (axis: number, rank: number): number => (axis < 0 ? axis + rank : axis)
