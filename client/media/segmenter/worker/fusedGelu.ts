/**
 * GELU as one node of a graph. Our converter writes its approximation as six nodes; in WebAssembly each of them would write
 * a tensor of up to 64 MB.
 */
import { registerOp } from '@tensorflow/tfjs-converter'
import { engine, getBackend, getKernel, type Tensor } from '@tensorflow/tfjs-core'

/** The name of the operation in a graph, and of its kernel, whose inputs are `x`, `cubic` and `linear`. */
export const GELU = 'MidgroundGelu'

/** The number of nodes that one such node stands for. */
export const GELU_NODES = 6

/** A node of a graph in TensorFlow's format. */
export interface GraphNode {
  name: string
  op: string
  input?: string[]
}

registerOp(GELU, ({ inputs: [x, cubic, linear] }) => {
  if (!x || !cubic || !linear) throw new Error('GELU has three inputs')
  return engine().runKernel<Tensor>(GELU, { x, cubic, linear })
})

/** True when the running backend can compute the node. */
export const hasGelu = (): boolean => getKernel(GELU, getBackend()) !== undefined

/**
 * Returns the nodes with one node instead of each chain x · sigmoid((x² · cubic + linear) · x) of whose intermediate
 * results nothing else reads any. `nodes`: in topological order.
 */
export function fuseGelu<Node extends GraphNode>(nodes: readonly Node[]): Node[] {
  const byName = new Map(nodes.map((node) => [node.name, node]))
  const readers = new Map<string, number>()
  for (const { input = [] } of nodes) for (const name of input) readers.set(name, (readers.get(name) ?? 0) + 1)

  const absorbed = new Set<string>()
  /** Returns the inputs of the node that computes `name`, if only one node reads it. */
  const inputsOf = (name: string | undefined, op: string): readonly string[] => {
    const node = byName.get(name ?? '')
    return node?.op === op && readers.get(node.name) === 1 ? (node.input ?? []) : []
  }
  const fused = nodes.map((node) => {
    const [x, gate] = node.op === 'Mul' ? (node.input ?? []) : []
    const [bend] = inputsOf(gate, 'Sigmoid')
    const [slope, sameX] = inputsOf(bend, 'Mul')
    const [cubicTerm, linear] = inputsOf(slope, 'AddV2')
    const [squared, cubic] = inputsOf(cubicTerm, 'Mul')
    const [squaredX] = inputsOf(squared, 'Square')
    if (!x || !cubic || !linear || sameX !== x || squaredX !== x) return node
    if (byName.get(cubic)?.op !== 'Const' || byName.get(linear)?.op !== 'Const') return node
    for (const inner of [gate, bend, slope, cubicTerm, squared]) absorbed.add(inner ?? '')
    return { ...node, op: GELU, input: [x, cubic, linear] }
  })
  return fused.filter(({ name }) => !absorbed.has(name))
}
