/**
 * GELU as one node of a graph. The model converter writes GELU's approximation as six nodes. In WebAssembly, each node
 * would write a tensor of up to 64 MB.
 */
import { registerOp } from '@tensorflow/tfjs-converter'
import { engine, getBackend, getKernel, type io, type Tensor, util } from '@tensorflow/tfjs-core'

/**
 * Name of the operation in a graph and of its kernel. Inputs: `x`, float32, not a scalar; `cubic`, `linear`: one float
 * each.
 */
export const GELU = 'MidgroundGelu'

/** Number of nodes that one GELU node replaces. */
export const GELU_NODES = 6

/** A node of a graph in TensorFlow's format. */
export interface GraphNode {
  name: string
  op: string
  input?: string[]
  attr?: { T?: { type?: string } }
}

/** The fields that `fuseGelu` reads from a graph file. */
export interface GraphParts {
  weights: readonly Pick<io.WeightsManifestEntry, 'name' | 'shape' | 'dtype'>[]
  outputs: readonly string[]
}

/** Returns the name of the node that computes an input or output. */
export const nodeName = (tensorName: string): string => tensorName.split(':')[0] ?? tensorName

registerOp(GELU, ({ inputs: [x, cubic, linear] }) => {
  if (!x || !cubic || !linear) throw new Error('GELU has three inputs')
  return engine().runKernel<Tensor>(GELU, { x, cubic, linear })
})

/** Returns true if the running backend can compute the GELU node. */
export const hasGelu = (): boolean => getKernel(GELU, getBackend()) !== undefined

/**
 * Replaces each chain x · sigmoid((x² · cubic + linear) · x) by one node, unless another node reads an intermediate
 * result. x is float32; cubic and linear are constants of one float. `nodes` are in topological order.
 */
export function fuseGelu<Node extends GraphNode>(nodes: readonly Node[], { weights, outputs }: GraphParts): Node[] {
  const byName = new Map(nodes.map((node) => [node.name, node]))
  const readers = new Map<string, number>()
  for (const name of [...nodes.flatMap(({ input = [] }) => input), ...outputs].map(nodeName))
    readers.set(name, (readers.get(name) ?? 0) + 1)
  const floats = new Set(weights.filter(isOneFloat).map(({ name }) => name))

  const absorbed = new Set<string>()
  const nodeOf = (tensorName = ''): Node | undefined => byName.get(nodeName(tensorName))
  /** Returns the inputs of the node that computes a tensor. Null unless exactly one node reads the tensor. */
  const inputsOf = (tensorName: string | undefined, op: string): readonly string[] => {
    const node = nodeOf(tensorName)
    return node?.op === op && readers.get(node.name) === 1 ? (node.input ?? []) : []
  }
  const isFloat = (tensorName: string): boolean =>
    nodeOf(tensorName)?.op === 'Const' && floats.has(nodeName(tensorName))
  const fused = nodes.map((node) => {
    const [x, gate] = node.op === 'Mul' && node.attr?.T?.type === 'DT_FLOAT' ? (node.input ?? []) : []
    const [bend] = inputsOf(gate, 'Sigmoid')
    const [slope, sameX] = inputsOf(bend, 'Mul')
    const [cubicTerm, linear] = inputsOf(slope, 'AddV2')
    const [squared, cubic] = inputsOf(cubicTerm, 'Mul')
    const [squaredX] = inputsOf(squared, 'Square')
    if (!x || !cubic || !linear || sameX !== x || squaredX !== x || !isFloat(cubic) || !isFloat(linear)) return node
    for (const inner of [gate, bend, slope, cubicTerm, squared]) absorbed.add(nodeName(inner ?? ''))
    return { ...node, op: GELU, input: [x, cubic, linear] }
  })
  return fused.filter(({ name }) => !absorbed.has(name))
}

const isOneFloat = ({ shape, dtype }: GraphParts['weights'][number]): boolean =>
  dtype === 'float32' && shape.length <= 1 && util.sizeFromShape(shape) === 1
