/** Converts ONNX and TensorFlow Lite networks to TF.js graph models. Images are NHWC; for outputs see `signature`. */

import { CONSTANT_FOLDS } from './constantFolding.ts'
import { Conversion, FLOAT, shapeProto, type TfNode, type Weight, type WeightSpec } from './conversion.ts'
import { type Graph, type Node, readOnnx } from './onnx.ts'
import { OPERATORS } from './operators.ts'
import { isTflite, readTflite } from './tflite.ts'

/** `model.json` of TF.js's graph-model loader. Here a path may also be a `data:` URL with the bytes. */
export interface ModelJson {
  format: 'graph-model'
  generatedBy: string
  convertedBy: string
  signature: { inputs: Record<string, object>; outputs: Record<string, object> }
  modelTopology: { node: TfNode[]; library: object; versions: { producer: number } }
  weightsManifest: { paths: string[]; weights: WeightSpec[] }[]
}

/** The outputs and input sizes to convert. */
export interface Plan {
  /** Output name → tensor name in the file. Absent = the first output, as `mask`. */
  outputs?: Readonly<Record<string, string>>
  /** Side lengths of the square input image. Absent = the size in the file. */
  sizes?: readonly number[]
  /** Input name → index of its dynamic axis, whose length is at least 1. */
  free?: Readonly<Record<string, number>>
  /** Every output gets two channels: its complement, 1 − p, and p itself, as of a softmax over background and subject. */
  withComplement?: true
}

/** A network as TF.js graph models. */
export interface Converted {
  /** One per size, in the plan's order. All share the same weights. */
  graphs: { input: { width: number; height: number }; json(weightPaths: readonly string[]): ModelJson }[]
  weights: Uint8Array<ArrayBuffer>
}

/** Converts a network. @throws for operators that are not supported, and when weights depend on the size. */
export function convertOnnx(onnx: Uint8Array, plan: Plan = {}): Converted {
  const graph = isTflite(onnx) ? readTflite(onnx) : readOnnx(onnx)
  const sizes = plan.sizes ?? [null]
  const traces = sizes.map((size) => (plan.free ? traceDynamic(graph, plan, size) : trace(graph, plan, size, 1)))
  const [first] = traces
  if (!first) throw new Error('onnx: no size to convert for')
  const weights = bytesOf(first.floats)
  for (const other of traces)
    if (Buffer.compare(weights, bytesOf(other.floats)) !== 0) throw new Error('onnx: weights depend on the size')
  return { graphs: traces.map(({ input, json }) => ({ input, json })), weights }
}

interface Trace {
  input: { width: number; height: number }
  floats: Weight[]
  integers: Weight[]
  nodes: TfNode[]
  json(weightPaths: readonly string[]): ModelJson
}

/** `length`: the length of every dynamic axis. */
function trace(graph: Graph, { outputs, free = {}, withComplement }: Plan, size: number | null, length: number): Trace {
  const wanted = outputs ?? { mask: graph.outputs[0] ?? '' }
  const ordered = requiredNodes(Object.values(wanted), graph)
  assertSupported(ordered)
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
    to.emit(name, sides, 'Placeholder', [], { dtype: FLOAT, shape: { shape: laid } }, { order })
    const known = inputs.length === 1 ? 'image' : name
    signature.inputs[known] = { name: `${to.tfName(name, order)}:0`, dtype: 'DT_FLOAT', tensorShape: laid }
  }
  // constants first: fusions look ahead
  for (const node of ordered) if (node.op === 'Constant') to.fold(node.outputs[0] ?? '', tensorOf(node))
  for (const node of ordered) if (node.op !== 'Constant') convertNode(node, to)
  for (const [name, tensor] of Object.entries(wanted)) {
    const order = to.order(tensor)
    const value = to.tfName(tensor, order)
    const sides = order.map((axis) => to.shape(tensor)[axis] ?? 1)
    if (withComplement) addComplement(name, value, sides, to)
    else to.addNode(name, 'Identity', [value], {})
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
    json: (weightPaths) => ({
      format: 'graph-model',
      generatedBy: 'onnx',
      convertedBy: 'midground',
      signature,
      modelTopology: { node: to.nodes, library: {}, versions: { producer: 1 } },
      weightsManifest: [
        { paths: [...weightPaths], weights: floats.map(({ spec }) => spec) },
        { paths: [dataUrl(bytesOf(integers))], weights: integers.map(({ spec }) => spec) },
      ],
    }),
  }
}

/** Emits `name` = [1 − value, value] along the last axis, which has one channel. */
function addComplement(name: string, value: string, sides: readonly number[], to: Conversion): void {
  if (sides.at(-1) !== 1) throw new Error(`onnx: ${name} has more than one channel and no complement`)
  const one = to.weight('one', [1], Float32Array.of(1), 'full')
  const complement = to.addNode(`${name}_complement`, 'Sub', [one, value], {})
  const axis = to.weight(`axis_${sides.length - 1}`, [], Int32Array.of(sides.length - 1), 'full')
  to.addNode(name, 'ConcatV2', [complement, value, axis], { N: { i: '2' }, Tidx: { type: 'DT_INT32' } })
}

function convertNode(node: Node, to: Conversion): void {
  if (to.absorbed.has(node)) return
  const given = node.inputs.filter((name) => name !== '')
  const output = node.outputs[0] ?? ''
  const fold = CONSTANT_FOLDS[node.op]
  if (node.op === 'Shape') {
    const shape = to.shape(given[0] ?? '')
    to.fold(output, { shape: [shape.length], values: [...shape] })
  } else if (fold && given.every(to.isConstant)) {
    const inputs = given.map((name) => to.constant(name))
    to.fold(output, fold(inputs, node))
  } else OPERATORS[node.op]?.(node, to)
}

/**
 * Traces a graph with dynamic axes twice, with two lengths. Where the traces differ, in one dimension of a target shape,
 * that dimension becomes -1, which TF.js infers. @throws if they differ elsewhere.
 */
function traceDynamic(graph: Graph, plan: Plan, size: number | null): Trace {
  const [one, two] = [trace(graph, plan, size, 7), trace(graph, plan, size, 11)] // two lengths that no fixed dimension has
  const shapes = new Set(one.nodes.filter((node) => node.op === 'Reshape').map((node) => node.input?.[1]))
  for (const [i, { spec, bytes }] of one.integers.entries()) {
    const other = two.integers[i]
    if (!other || Buffer.compare(bytes, other.bytes) === 0) continue
    const [values, others] = [bytes, other.bytes].map((b) => new Int32Array(b.buffer, b.byteOffset, b.length / 4))
    const differing = [...(values ?? [])].flatMap((value, place) => (value === others?.[place] ? [] : [place]))
    if (!values || !shapes.has(spec.name) || differing.length !== 1)
      throw new Error(`onnx: ${spec.name} depends on a dynamic length`)
    values[differing[0] ?? 0] = -1
  }
  if (Buffer.compare(bytesOf(one.floats), bytesOf(two.floats)) !== 0)
    throw new Error('onnx: weights depend on a free length')
  return one
}

function tensorOf(node: Node) {
  const value = node.attributes.get('value')
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error(`onnx: ${node.name} holds no tensor`)
  return value
}

const bytesOf = (weights: readonly Weight[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(weights.map(({ bytes }) => bytes)))

const dataUrl = (bytes: Uint8Array): string => `data:;base64,${Buffer.from(bytes).toString('base64')}`

/** Returns the nodes that `outputs` depend on, in topological order, because exporters don't always sort them. */
function requiredNodes(outputs: readonly string[], graph: Graph): Node[] {
  const producers = new Map(graph.nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)))
  const seen = new Set<Node>()
  const ordered: Node[] = []
  const visit = (name: string): void => {
    const node = producers.get(name)
    if (!node || seen.has(node)) return
    seen.add(node)
    for (const input of node.inputs) visit(input)
    ordered.push(node)
  }
  for (const output of outputs) visit(output)
  return ordered
}

const HANDLED_HERE = ['Constant', 'Shape']

function assertSupported(nodes: readonly Node[]): void {
  const known = (op: string) =>
    Object.hasOwn(OPERATORS, op) || Object.hasOwn(CONSTANT_FOLDS, op) || HANDLED_HERE.includes(op)
  const unknown = new Set(nodes.map((node) => node.op).filter((op) => !known(op)))
  if (unknown.size > 0) throw new Error(`onnx: unsupported operators: ${[...unknown].join(', ')}`)
}
