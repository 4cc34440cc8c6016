/** Reads a node's attributes, with their type checked. */
import type { Node, Tensor } from './onnx.ts'

/** Returns an attribute that is a list; `otherwise` if the node has none. @throws when it has another type. */
export function list(node: Node, name: string, otherwise: number[]): number[] {
  const value = node.attributes.get(name) ?? otherwise
  if (!Array.isArray(value)) throw new Error(`onnx: ${name} of ${node.name} is not a list`)
  return value
}

/** Returns an attribute that is a number; `otherwise` if the node has none. @throws when it has another type. */
export function number(node: Node, name: string, otherwise: number): number {
  const value = node.attributes.get(name) ?? otherwise
  if (typeof value !== 'number') throw new Error(`onnx: ${name} of ${node.name} is not a number`)
  return value
}

/** Returns the values of a float tensor. @throws for integers. */
export function floats(tensor: Tensor): Float32Array {
  if (tensor.values instanceof Float32Array) return tensor.values
  throw new Error('onnx: integers where floats are needed')
}

/** Returns an entry; a negative index counts from the end. @throws when there is none. */
export function entry<T>(values: ArrayLike<T>, index: number): T {
  const value = values[index < 0 ? index + values.length : index]
  if (value === undefined) throw new Error(`onnx: no entry ${index} among ${values.length}`)
  return value
}

/** Returns the first four sides of a shape. @throws when there are fewer. */
export function dims4(shape: ArrayLike<number>): [number, number, number, number] {
  return [entry(shape, 0), entry(shape, 1), entry(shape, 2), entry(shape, 3)]
}

/** A negative axis counts from the end. */
export const axisOf = (axis: number, rank: number): number => (axis < 0 ? axis + rank : axis)
