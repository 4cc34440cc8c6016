/** Reads a TensorFlow Lite file as an ONNX graph (images are NCHW): the operators that a small image network uses. */
import { Table } from './flatbuffer.ts'
import type { Graph, Node, Tensor } from './onnx.ts'
import { entry, transposed } from './tensors.ts'

/** Returns whether a file is a TensorFlow Lite network (its file identifier says so). */
export const isTflite = (file: Uint8Array): boolean => Buffer.from(file.subarray(4, 8)).toString('latin1') === 'TFL3'

/** Field numbers of the schema's tables. */
const MODEL = { operatorCodes: 1, subgraphs: 2, buffers: 4 }
const SUBGRAPH = { tensors: 0, inputs: 1, outputs: 2, operators: 3 }
const TENSOR = { shape: 0, type: 1, buffer: 2 }
const OPERATOR = { code: 0, inputs: 1, outputs: 2, options: 4, customOptions: 5 }

interface Operation {
  name: string
  inputs: string[]
  output: string
  options: Table | null
  custom: Uint8Array
}

/** Parses a TensorFlow Lite file into the same graph as an ONNX file. @throws when it holds no graph. */
export function readTflite(file: Uint8Array): Graph {
  const model = Table.root(file)
  const [main] = model.tables(MODEL.subgraphs)
  if (!main) throw new Error('tflite: the file holds no graph')
  const buffers = model.tables(MODEL.buffers).map((buffer) => buffer.bytes(0))
  const names = model.tables(MODEL.operatorCodes).map(nameOf)
  const graph: Graph = { nodes: [], constants: new Map(), inputs: [], outputs: [] }
  const shapes = new Map<string, number[]>()
  for (const [i, tensor] of main.tables(SUBGRAPH.tensors).entries()) {
    const shape = tensor.integers(TENSOR.shape)
    shapes.set(tensorName(i), shape)
    const bytes = buffers[tensor.integer(TENSOR.buffer)]
    if (bytes && bytes.length > 0)
      graph.constants.set(tensorName(i), constantOf(shape, tensor.byte(TENSOR.type), bytes))
  }
  graph.inputs = main.integers(SUBGRAPH.inputs).map((i) => {
    const [batch = 1, height = 1, width = 1, channels = 1] = shapes.get(tensorName(i)) ?? []
    return { name: tensorName(i), shape: [batch, channels, height, width] }
  })
  graph.outputs = main.integers(SUBGRAPH.outputs).map(tensorName)
  for (const operator of main.tables(SUBGRAPH.operators)) {
    const name = names[operator.integer(OPERATOR.code)] ?? ''
    const read = OPERATIONS[name]
    if (!read) throw new Error(`tflite: unsupported operator ${name}`)
    const operation = {
      name,
      inputs: operator.integers(OPERATOR.inputs).map(tensorName),
      output: tensorName(entry(operator.integers(OPERATOR.outputs), 0)),
      options: operator.table(OPERATOR.options),
      custom: operator.bytes(OPERATOR.customOptions),
    }
    graph.nodes.push(...read(operation, graph, shapes))
  }
  return graph
}

const tensorName = (index: number): string => `tensor_${index}`

/** Numbers of the schema's BuiltinOperator. */
const BUILTIN: Readonly<Record<number, string>> = {
  0: 'ADD',
  1: 'AVERAGE_POOL_2D',
  3: 'CONV_2D',
  4: 'DEPTHWISE_CONV_2D',
  6: 'DEQUANTIZE',
  14: 'LOGISTIC',
  18: 'MUL',
  19: 'RELU',
  23: 'RESIZE_BILINEAR',
  117: 'HARD_SWISH',
}

/** Older files store the number in a byte; custom operators have a name. */
function nameOf(code: Table): string {
  const number = Math.max(code.byte(0), code.integer(3))
  return code.text(1) || BUILTIN[number] || String(number)
}

const [FLOAT32, FLOAT16, INT32] = [0, 1, 2]

function constantOf(shape: number[], type: number, bytes: Uint8Array): Tensor {
  const { buffer } = new Uint8Array(bytes) // a copy, because the bytes may be unaligned
  if (type === FLOAT32) return { shape, values: new Float32Array(buffer) }
  if (type === FLOAT16) return { shape, values: new Float32Array(new Float16Array(buffer)) }
  if (type === INT32) return { shape, values: Array.from(new Int32Array(buffer)) }
  throw new Error(`tflite: a constant of the unknown type ${type}`)
}

type Reader = (operation: Operation, graph: Graph, shapes: ReadonlyMap<string, number[]>) => Node[]

const node = (
  op: string,
  { output }: Operation,
  inputs: string[],
  attributes: [string, number | string | number[]][] = [],
) => ({ op, name: output, inputs, outputs: [output], attributes: new Map(attributes) }) satisfies Node

const plain =
  (op: string): Reader =>
  (operation) => {
    if (operation.options?.byte(0)) throw new Error(`tflite: ${operation.name} with a fused activation`)
    return [node(op, operation, operation.inputs)]
  }

const OPERATIONS: Readonly<Record<string, Reader>> = {
  ADD: plain('Add'),
  MUL: plain('Mul'),
  RELU: plain('Relu'),
  LOGISTIC: plain('Sigmoid'),
  HARD_SWISH: plain('HardSwish'),

  /** Float16 constants were converted to floats when they were read. */
  DEQUANTIZE(operation, graph) {
    const constant = graph.constants.get(entry(operation.inputs, 0))
    if (!constant) throw new Error('tflite: a computed tensor in half precision')
    graph.constants.set(operation.output, constant)
    return []
  },

  CONV_2D: (operation, graph, shapes) => convolution(operation, graph, shapes, false),
  DEPTHWISE_CONV_2D: (operation, graph, shapes) => convolution(operation, graph, shapes, true),

  AVERAGE_POOL_2D(operation, _, shapes) {
    const [, height, width] = shapes.get(entry(operation.inputs, 0)) ?? []
    const [wide, high] = [operation.options?.integer(3), operation.options?.integer(4)]
    if (wide !== width || high !== height) throw new Error('tflite: an average pool over less than the whole image')
    return [node('ReduceMean', operation, operation.inputs, [['axes', [2, 3]]])]
  },

  RESIZE_BILINEAR(operation, graph, shapes) {
    const [input, size] = [entry(operation.inputs, 0), entry(operation.inputs, 1)]
    const [batch = 1, , , channels = 1] = shapes.get(input) ?? []
    const sizes = `${operation.output}_size`
    const wanted = graph.constants.get(size)
    if (!wanted) throw new Error('tflite: a size that is computed')
    graph.constants.set(sizes, { shape: [4], values: [batch, channels, ...wanted.values] })
    const mapping = operation.options?.byte(3)
      ? 'half_pixel'
      : operation.options?.byte(2)
        ? 'align_corners'
        : 'asymmetric'
    const attributes: [string, string][] = [
      ['mode', 'linear'],
      ['coordinate_transformation_mode', mapping],
    ]
    return [node('Resize', operation, [input, '', '', sizes], attributes)]
  },

  /** MediaPipe's custom operator; its options are padding, horizontal stride and vertical stride as int32. */
  Convolution2DTransposeBias(operation, graph) {
    const { custom } = operation
    const [, along, down] = new Int32Array(new Uint8Array(custom.subarray(0, 12)).buffer)
    const [input, kernel, bias] = [entry(operation.inputs, 0), entry(operation.inputs, 1), entry(operation.inputs, 2)]
    transposeKernel(graph, kernel, [3, 0, 1, 2])
    return [node('ConvTranspose', operation, [input, kernel, bias], [['strides', [down ?? 0, along ?? 0]]])]
  },
}

function convolution(
  operation: Operation,
  graph: Graph,
  shapes: ReadonlyMap<string, number[]>,
  isDepthwise: boolean,
): Node[] {
  const { options, inputs } = operation
  const [input, kernel, bias] = [entry(inputs, 0), entry(inputs, 1), entry(inputs, 2)]
  const [, high = 1, wide = 1, channels = 1] = shapes.get(input) ?? []
  const [, kernelHigh = 1, kernelWide = 1] = graph.constants.get(kernel)?.shape ?? []
  const after = options?.byte(isDepthwise ? 4 : 3)
  const dilations = [options?.integer(isDepthwise ? 6 : 5, 1), options?.integer(isDepthwise ? 5 : 4, 1)]
  if (after || dilations.some((step) => step !== 1))
    throw new Error(`tflite: ${operation.name} with a fused activation or dilation`)
  const [along, down] = [options?.integer(1, 1) ?? 1, options?.integer(2, 1) ?? 1]
  const isSame = options?.byte(0) === 0
  const pad = (side: number, kernelSide: number, stride: number) =>
    isSame ? Math.max(0, (Math.ceil(side / stride) - 1) * stride + kernelSide - side) : 0
  const [rows, columns] = [pad(high, kernelHigh, down), pad(wide, kernelWide, along)]
  transposeKernel(graph, kernel, isDepthwise ? [3, 0, 1, 2] : [0, 3, 1, 2])
  return [
    node(
      'Conv',
      operation,
      [input, kernel, bias],
      [
        ['pads', [Math.floor(rows / 2), Math.floor(columns / 2), Math.ceil(rows / 2), Math.ceil(columns / 2)]],
        ['strides', [down, along]],
        ['group', isDepthwise ? channels : 1],
      ],
    ),
  ]
}

function transposeKernel(graph: Graph, name: string, order: number[]): void {
  const kernel = graph.constants.get(name)
  if (!kernel) throw new Error('tflite: a kernel that is computed')
  graph.constants.set(name, transposed(kernel, order))
}
