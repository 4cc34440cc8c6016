/** Reads a TensorFlow Lite file as an ONNX graph with NCHW images. Supports only the person network's operators. */
import { type Tensor, tensor, transpose } from '@tensorflow/tfjs'
import { ByteBuffer } from 'flatbuffers'
import type { Graph, Node } from './onnx.ts'

/** Returns true if the file is a TensorFlow Lite network. */
export const isTflite = (file: Uint8Array): boolean => Buffer.from(file.subarray(4, 8)).toString('latin1') === 'TFL3'

/** Field numbers of the tables in the TensorFlow Lite schema. */
const MODEL = { operatorCodes: 1, subgraphs: 2, buffers: 4 }
const SUBGRAPH = { tensors: 0, inputs: 1, outputs: 2, operators: 3 }
const TENSOR = { shape: 0, type: 1, buffer: 2 }
const OPERATOR = { code: 0, inputs: 1, outputs: 2, options: 4, customOptions: 5 }

/** An operator of the file. `shapes`: the shapes of its inputs, in the order NHWC. */
interface Operation {
  inputs: string[]
  output: string
  shapes: number[][]
  options: Table
  custom: Uint8Array
  constants: Graph['constants']
}

/** Parses a TensorFlow Lite file into the same graph as an ONNX file. @throws if an operator isn't supported */
export function readTflite(file: Uint8Array): Graph {
  const model = Table.root(file)
  const [main = model] = model.tables(MODEL.subgraphs)
  const buffers = model.tables(MODEL.buffers).map((buffer) => buffer.bytes(0))
  const names = model.tables(MODEL.operatorCodes).map(nameOf)
  const tensors = main.tables(SUBGRAPH.tensors)
  const shapes = tensors.map((one) => one.integers(TENSOR.shape))
  const constants = new Map<string, Tensor>()
  for (const [i, one] of tensors.entries()) {
    const bytes = buffers[one.integer(TENSOR.buffer)]
    if (bytes?.length) constants.set(tensorName(i), constantOf(shapes[i] ?? [], one.byte(TENSOR.type), bytes))
  }
  const nodes = main.tables(SUBGRAPH.operators).flatMap((operator): Node[] => {
    const name = names[operator.integer(OPERATOR.code)] ?? ''
    const read = OPERATIONS[name]
    if (!read) throw new Error(`tflite: unsupported operator ${name}`)
    const inputs = operator.integers(OPERATOR.inputs)
    const [output = ''] = operator.integers(OPERATOR.outputs).map(tensorName)
    const converted = read({
      inputs: inputs.map(tensorName),
      output,
      shapes: inputs.map((i) => shapes[i] ?? []),
      options: operator.table(OPERATOR.options) ?? operator,
      custom: operator.bytes(OPERATOR.customOptions),
      constants,
    })
    const attributes = new Map(Object.entries(converted?.attributes ?? {}))
    return converted ? [{ op: converted.op, inputs: converted.inputs, outputs: [output], attributes }] : []
  })
  const inputs = main.integers(SUBGRAPH.inputs).map((i) => {
    const [batch = 1, height = 1, width = 1, channels = 1] = shapes[i] ?? []
    return { name: tensorName(i), shape: [batch, channels, height, width] }
  })
  return { nodes, constants, inputs, outputs: main.integers(SUBGRAPH.outputs).map(tensorName) }
}

const tensorName = (index: number): string => `tensor_${index}`

/** Names of the schema's BuiltinOperator numbers. */
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

/** Returns the operator's name. Older files store the operator's number in one byte. Custom operators have a name. */
function nameOf(code: Table): string {
  const number = Math.max(code.byte(0), code.integer(3))
  return code.text(1) || BUILTIN[number] || String(number)
}

const FLOAT16 = 1

/** Returns a constant of half-precision floats or of 32-bit integers. */
function constantOf(shape: number[], type: number, bytes: Uint8Array): Tensor {
  const { buffer } = new Uint8Array(bytes) // copies the bytes, because they may be unaligned
  return tensor(type === FLOAT16 ? new Float32Array(new Float16Array(buffer)) : new Int32Array(buffer), shape)
}

/**
 * Converts an operator to an ONNX node. The caller adds the output. Returns null if the operator only defines a
 * constant.
 */
type Reader = (
  operation: Operation,
) => { op: string; inputs: string[]; attributes?: Record<string, number | string | number[]> } | null

const plain =
  (op: string): Reader =>
  ({ inputs }) => ({ op, inputs })

const OPERATIONS: Readonly<Record<string, Reader>> = {
  ADD: plain('Add'),
  MUL: plain('Mul'),
  RELU: plain('Relu'),
  LOGISTIC: plain('Sigmoid'),
  HARD_SWISH: plain('HardSwish'),

  /** Replaces the output with its input, because the reader has already converted float16 to float32. */
  DEQUANTIZE({ inputs: [input = ''], output, constants }) {
    rename(constants, input, output, (constant) => constant)
    return null
  },

  CONV_2D: (operation) => convolution(operation, [0, 3, 1, 2], 1),
  DEPTHWISE_CONV_2D: (operation) => convolution(operation, [3, 0, 1, 2], operation.shapes[0]?.[3] ?? 1),

  /** Averages all pixels of each channel. */
  AVERAGE_POOL_2D: ({ inputs }) => ({ op: 'ReduceMean', inputs, attributes: { axes: [2, 3] } }),

  /** Resizes with half-pixel centers. */
  RESIZE_BILINEAR({ inputs: [input = '', size = ''], output, shapes, constants }) {
    const [batch = 1, , , channels = 1] = shapes[0] ?? []
    const sizes = `${output}_size`
    rename(constants, size, sizes, (wanted) => tensor([batch, channels, ...wanted.dataSync()], [4], 'int32'))
    const attributes = { mode: 'linear', coordinate_transformation_mode: 'half_pixel' }
    return { op: 'Resize', inputs: [input, '', '', sizes], attributes }
  },

  /** Converts a custom operator of MediaPipe. */
  Convolution2DTransposeBias({ inputs, constants }) {
    const [, kernel = ''] = inputs
    rename(constants, kernel, kernel, (values) => transpose(values, [3, 0, 1, 2]))
    return { op: 'ConvTranspose', inputs }
  },
}

/** Converts a convolution. `order[i]`: the axis of the file's kernel that is axis i in ONNX. */
function convolution({ inputs, shapes, options, constants }: Operation, order: number[], group: number) {
  const [, kernel = ''] = inputs
  const [[, ...area] = [], [, ...window] = []] = [shapes[0], constants.get(kernel)?.shape]
  const strides = [options.integer(2, 1), options.integer(1, 1)]
  const isSame = options.byte(0) === 0
  const pads = strides.map((stride, axis) => {
    const [side = 1, kernelSide = 1] = [area[axis], window[axis]]
    return isSame ? Math.max(0, (Math.ceil(side / stride) - 1) * stride + kernelSide - side) : 0
  })
  rename(constants, kernel, kernel, (values) => transpose(values, order))
  const around = [...pads.map((pad) => Math.floor(pad / 2)), ...pads.map((pad) => Math.ceil(pad / 2))]
  return { op: 'Conv', inputs, attributes: { pads: around, strides, group } }
}

/** Applies `change` to the constant `from` and stores the result as the constant `to`. */
function rename(constants: Graph['constants'], from: string, to: string, change: (value: Tensor) => Tensor): void {
  const value = constants.get(from)
  if (!value) throw new Error(`tflite: ${from} is not a constant`)
  constants.set(to, change(value))
}

/** A table of a FlatBuffers file. Its fields have numbers; a missing field has its default. */
class Table {
  readonly #file: ByteBuffer
  readonly #at: number

  private constructor(file: ByteBuffer, at: number) {
    this.#file = file
    this.#at = at
  }

  static root(bytes: Uint8Array): Table {
    const file = new ByteBuffer(bytes)
    return new Table(file, file.__indirect(0))
  }

  byte = (field: number): number => this.#read(field, (at) => this.#file.readInt8(at)) ?? 0
  integer = (field: number, otherwise = 0): number => this.#read(field, (at) => this.#file.readInt32(at)) ?? otherwise
  text = (field: number): string => this.#read(field, (at) => String(this.#file.__string(at))) ?? ''
  table = (field: number): Table | null => this.#read(field, this.#target)
  integers = (field: number): number[] => this.#vector(field, (at) => this.#file.readInt32(at))
  tables = (field: number): Table[] => this.#vector(field, this.#target)

  /** Returns a byte vector as a view into the file. */
  bytes = (field: number): Uint8Array =>
    this.#read(field, (at) => {
      const start = this.#file.__vector(at)
      return this.#file.bytes().subarray(start, start + this.#file.__vector_len(at))
    }) ?? new Uint8Array()

  #target = (at: number): Table => new Table(this.#file, this.#file.__indirect(at))

  #vector<T>(field: number, read: (at: number) => T): T[] {
    const entries = (at: number) =>
      Array.from({ length: this.#file.__vector_len(at) }, (_, i) => read(this.#file.__vector(at) + 4 * i))
    return this.#read(field, entries) ?? []
  }

  #read<T>(field: number, read: (at: number) => T): T | null {
    const offset = this.#file.__offset(this.#at, 4 + 2 * field)
    return offset === 0 ? null : read(this.#at + offset)
  }
}
