/** Converts ONNX and TensorFlow Lite networks to TensorFlow.js graph models. Images are NHWC. */
import type { Tensor } from '@tensorflow/tfjs'
import { tensor1d } from '@tensorflow/tfjs'
import { Conversion, FLOAT, INT, shapeProto, type TfNode, type Weight } from './conversion.ts'
import { FOLDS } from './folding.ts'
import { type Graph, type Node, readOnnx } from './onnx.ts'
import { OPERATORS } from './operators.ts'
import { isTflite, readTflite } from './tflite.ts'

/** The `model.json` of a TensorFlow.js graph model. A path may also be a `data:` URL with the bytes. */
interface ModelJson {
  format: 'graph-model'
  generatedBy: string
  convertedBy: string
  signature: { inputs: Record<string, object>; outputs: Record<string, object> }
  modelTopology: { node: TfNode[]; library: object; versions: { producer: number } }
  weightsManifest: { paths: string[]; weights: Weight['spec'][] }[]
}

/** Options of a conversion. */
export interface Plan {
  /** Output name → tensor name in the file. By default, the first output, with the name `mask`. */
  outputs?: Readonly<Record<string, string>>
  /** Side lengths of the square input image, px. By default, the size in the file. */
  sizes?: readonly number[]
  /** Input name → index of its dynamic axis, which has a length of at least 1. */
  free?: Readonly<Record<string, number>>
  /** Replaces each output p with two channels, 1 − p and p, like a softmax over background and subject. */
  withComplement?: true
}

/** A network as TensorFlow.js graph models. */
interface Converted {
  /** One graph per size, in the plan's order. All graphs use the same weights. */
  graphs: { input: { width: number; height: number }; json(weightPaths: readonly string[]): ModelJson }[]
  weights: Buffer
}

/** Converts a network. @throws if an operator isn't supported */
export function convertNetwork(file: Uint8Array, plan: Plan = {}): Converted {
  const graph = isTflite(file) ? readTflite(file) : readOnnx(file)
  const graphs = (plan.sizes ?? [null]).map((size) =>
    plan.free ? traceDynamic(graph, plan, size) : trace(graph, plan, size, 1),
  )
  return { graphs, weights: bytesOf(graphs[0]?.floats ?? []) }
}

/** Converts the graph for one image size. `length`: the length of every dynamic axis. */
function trace(graph: Graph, { outputs, free = {}, withComplement }: Plan, size: number | null, length: number) {
  const wanted = outputs ?? { mask: graph.outputs[0] ?? '' }
  const ordered = requiredNodes(Object.values(wanted), graph)
  const read = new Set(ordered.flatMap((node) => node.inputs))
  const inputs = graph.inputs.filter((input) => read.has(input.name))
  const to = new Conversion(graph, ordered)
  const signature: ModelJson['signature'] = { inputs: {}, outputs: {} }
  for (const { name, shape } of inputs) {
    const sides = shape.map((side, axis) => {
      if (free[name] === axis) return length
      return size !== null && shape.length === 4 && axis > 1 ? size : side || 1
    })
    const order = sides.length === 4 ? [0, 2, 3, 1] : [...sides.keys()]
    const laid = shapeProto(order.map((axis) => (free[name] === axis ? -1 : (sides[axis] ?? 1))))
    to.emit(name, sides, 'Placeholder', [], { dtype: FLOAT, shape: { shape: laid } }, order)
    const known = inputs.length === 1 ? 'image' : name
    signature.inputs[known] = { name: `${to.tfName(name, order)}:0`, dtype: 'DT_FLOAT', tensorShape: laid }
  }
  // constants first, because the conversion of a node reads constants of later nodes
  for (const { op, outputs, attributes } of ordered)
    if (op === 'Constant') to.fold(outputs[0] ?? '', attributes.get('value') as Tensor)
  for (const node of ordered) if (node.op !== 'Constant') convertNode(node, to)
  for (const [name, tensor] of Object.entries(wanted)) {
    const order = to.order(tensor)
    const value = to.tfName(tensor, order)
    const sides = order.map((axis) => to.shape(tensor)[axis] ?? 1)
    if (withComplement) addComplement(name, value, sides.length - 1, to)
    else to.addNode(name, 'Identity', [value])
    const laid = shapeProto(withComplement ? sides.with(-1, 2) : sides)
    signature.outputs[name] = { name: `${name}:0`, dtype: 'DT_FLOAT', tensorShape: laid }
  }

  const all = [...to.weights.values()]
  const floats = all.filter(({ spec }) => spec.dtype === 'float32')
  const integers = all.filter(({ spec }) => spec.dtype === 'int32')
  const [, , height = 1, width = 1] = to.shape(inputs[0]?.name ?? '')
  return {
    input: { width, height },
    floats,
    integers,
    nodes: to.nodes,
    json: (weightPaths: readonly string[]): ModelJson => ({
      format: 'graph-model',
      generatedBy: 'onnx',
      convertedBy: 'midground',
      signature,
      modelTopology: { node: to.nodes, library: {}, versions: { producer: 1 } },
      weightsManifest: [
        { paths: [...weightPaths], weights: floats.map(({ spec }) => spec) },
        {
          paths: [`data:;base64,${bytesOf(integers).toString('base64')}`],
          weights: integers.map(({ spec }) => spec),
        },
      ],
    }),
  }
}

/** Emits the node `name` with two channels, 1 − value and value. The last axis of `value` has one channel. */
function addComplement(name: string, value: string, axis: number, to: Conversion): void {
  const complement = to.addNode(`${name}_complement`, 'Sub', [to.scalar('one', 1), value])
  const inputs = [complement, value, to.integers(`axis_${axis}`, [axis], [])]
  to.addNode(name, 'ConcatV2', inputs, { N: { i: '2' }, Tidx: INT })
}

function convertNode(node: Node, to: Conversion): void {
  if (to.absorbed.has(node)) return
  const given = node.inputs.filter((name) => name !== '')
  const [output = ''] = node.outputs
  const [fold, operator] = [FOLDS[node.op], OPERATORS[node.op]]
  if (node.op === 'Shape') to.fold(output, tensor1d([...to.shape(given[0] ?? '')], 'int32'))
  else if (fold && given.every(to.isConstant)) to.fold(output, fold(node, ...given.map(to.constant)))
  else if (operator) operator(to, node, output, ...node.inputs)
  else throw new Error(`onnx: unsupported operator ${node.op}`)
}

/**
 * Converts a graph with dynamic axes twice, with two lengths that no other axis has. Where the two results differ in a
 * target shape, writes -1: TensorFlow.js then computes this length at run time.
 */
function traceDynamic(graph: Graph, plan: Plan, size: number | null) {
  const [one, two] = [trace(graph, plan, size, 7), trace(graph, plan, size, 11)]
  for (const [i, { bytes }] of one.integers.entries()) {
    const other = two.integers[i]?.bytes ?? bytes
    const place = bytes.findIndex((byte, at) => byte !== other[at])
    if (place >= 0) bytes.fill(255, place - (place % 4), place - (place % 4) + 4) // writes the integer -1
  }
  return one
}

const bytesOf = (weights: readonly Weight[]): Buffer => Buffer.concat(weights.map(({ bytes }) => bytes))

/** Returns the nodes that `outputs` depend on, in topological order, because exporters don't always sort them. */
function requiredNodes(outputs: readonly string[], graph: Graph): Node[] {
  const producers = new Map(graph.nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)))
  const ordered = new Set<Node>()
  const visit = (name: string): void => {
    const node = producers.get(name)
    if (!node || ordered.has(node)) return
    for (const input of node.inputs) visit(input)
    ordered.add(node)
  }
  for (const output of outputs) visit(output)
  return [...ordered]
}
