/**
 * ONNX operators as TF.js ones. ONNX counts N, C, H, W and TF.js runs N, H, W, C; shapes here are ONNX's.
 * Shapes are fixed, so everything computed from them is folded away.
 */
import { base64, type Conversion } from './conversion.ts'
import type { Node, Tensor } from './onnx.ts'

type Operator = (node: Node, to: Conversion) => void

const NHWC = { data_format: { s: base64('NHWC') } }
/** Where ONNX's axes 0..3 stand in N, H, W, C. */
const AXIS = [0, 3, 1, 2]

export const OPERATORS: Record<string, Operator> = {
  Conv(node, to) {
    const [input, kernelName, biasName] = [part(node.inputs, 0), part(node.inputs, 1), node.inputs[2]]
    const output = part(node.outputs, 0)
    const kernel = to.constant(kernelName)
    const [filters, depth, kernelHeight, kernelWidth] = sides(kernel.shape)
    const pads = list(node, 'pads', [0, 0, 0, 0])
    const strides = list(node, 'strides', [1, 1])
    const dilations = list(node, 'dilations', [1, 1])
    if (number(node, 'group', 1) !== 1) throw new Error(`onnx: ${node.name} is a grouped convolution`)

    const [, , height, width] = sides(to.shape(input))
    const outSide = (size: number, kernelSide: number, axis: 0 | 1) => {
      const reach = part(dilations, axis) * (kernelSide - 1)
      return Math.floor((size + part(pads, axis) + part(pads, axis + 2) - reach - 1) / part(strides, axis)) + 1
    }
    const shape = [1, filters, outSide(height, kernelHeight, 0), outSide(width, kernelWidth, 1)]

    const bias = biasName ? floats(to.constant(biasName)) : new Float32Array(filters)
    const relu = to.onlyUser(output)
    const isFused = relu?.op === 'Relu'
    // TensorFlow's SAME pads a strided convolution otherwise than ONNX does, so pads are spelt out
    const [top, left, bottom, right] = sides(pads)
    to.emit(
      output,
      shape,
      '_FusedConv2D',
      [
        to.tfName(input),
        to.weight(`${kernelName}_kernel`, [kernelHeight, kernelWidth, depth, filters], hwio(kernel), 'half'),
        to.weight(`${biasName ?? output}_bias`, [filters], bias, 'full'),
      ],
      {
        ...NHWC,
        strides: integers([1, ...strides, 1]),
        dilations: integers([1, ...dilations, 1]),
        padding: { s: base64('EXPLICIT') },
        explicit_paddings: integers([0, 0, top, bottom, left, right, 0, 0]),
        num_args: { i: '1' },
        fused_ops: { list: { s: ['BiasAdd', ...(isFused ? ['Relu'] : [])].map(base64) } },
      },
    )
  },

  Relu(node, to) {
    const [input, output] = [part(node.inputs, 0), part(node.outputs, 0)]
    const last = to.nodes.find((made) => made.name === to.tfName(input))
    if (last?.op === '_FusedConv2D' && to.onlyUser(input) === node) to.alias(output, input)
    else to.emit(output, to.shape(input), 'Relu', [to.tfName(input)], {})
  },

  Sigmoid: (node, to) => pointwise(node, to, 'Sigmoid'),
  Add: (node, to) => pointwise(node, to, 'AddV2'),
  Identity: (node, to) => passOn(node, to),
  Cast: (node, to) => passOn(node, to),

  MaxPool(node, to) {
    const input = part(node.inputs, 0)
    const window = list(node, 'kernel_shape', [])
    const strides = list(node, 'strides', [1, 1])
    const isCeil = number(node, 'ceil_mode', 0) === 1
    if (list(node, 'pads', [0]).some((pad) => pad !== 0) || list(node, 'dilations', [1]).some((step) => step !== 1))
      throw new Error(`onnx: ${node.name} pools with pads or dilations`)
    // a window cut by the edge is SAME only where windows do not overlap
    if (isCeil && window.some((side, i) => side !== strides[i]))
      throw new Error(`onnx: ${node.name} overlaps and rounds up`)
    const round = isCeil ? Math.ceil : Math.floor
    const [batch, channels, ...area] = sides(to.shape(input))
    const shape = [batch, channels, ...area.map((side, i) => round((side - part(window, i)) / part(strides, i)) + 1)]
    to.emit(part(node.outputs, 0), shape, 'MaxPool', [to.tfName(input)], {
      ...NHWC,
      padding: { s: base64(isCeil ? 'SAME' : 'VALID') },
      ksize: integers([1, ...window, 1]),
      strides: integers([1, ...strides, 1]),
    })
  },

  Concat(node, to) {
    const output = part(node.outputs, 0)
    if (node.inputs.every(to.isConstant)) {
      to.fold(
        output,
        node.inputs.flatMap((name) => [...to.constant(name).values]),
      )
      return
    }
    const shapes = node.inputs.map((name) => to.shape(name))
    const axis = (number(node, 'axis', 1) + AXIS.length) % AXIS.length // a negative one counts from the end
    const shape = part(shapes, 0).map((side, i) => (i === axis ? shapes.reduce((sum, s) => sum + part(s, i), 0) : side))
    const axisName = to.weight(`axis_${axis}`, [], Int32Array.of(part(AXIS, axis)), 'full')
    to.emit(output, shape, 'ConcatV2', [...node.inputs.map((name) => to.tfName(name)), axisName], {
      N: { i: String(node.inputs.length) },
      Tidx: { type: 'DT_INT32' },
    })
  },

  Resize(node, to) {
    const [input, output] = [part(node.inputs, 0), part(node.outputs, 0)]
    const from = to.shape(input)
    const sizes = node.inputs[3] ? to.constant(node.inputs[3]).values : scaled(from, to.constant(part(node.inputs, 2)))
    const [batch, channels, height, width] = sides(sizes)
    const mapping = node.attributes.get('coordinate_transformation_mode') ?? 'half_pixel'
    if (node.attributes.get('mode') !== 'linear') throw new Error(`onnx: ${node.name} does not resize linearly`)
    if (from[2] === height && from[3] === width) return to.alias(output, input)
    const size = to.weight(`size_${height}_${width}`, [2], Int32Array.of(height, width), 'full')
    to.emit(output, [batch, channels, height, width], 'ResizeBilinear', [to.tfName(input), size], {
      align_corners: { b: mapping === 'align_corners' },
      half_pixel_centers: { b: mapping === 'half_pixel' || mapping === 'pytorch_half_pixel' },
    })
  },

  Constant(node, to) {
    const value = node.attributes.get('value')
    if (typeof value !== 'object' || Array.isArray(value)) throw new Error(`onnx: ${node.name} holds no tensor`)
    to.fold(part(node.outputs, 0), value.values, value.shape)
  },

  Shape: (node, to) => to.fold(part(node.outputs, 0), [...to.shape(part(node.inputs, 0))]),

  Gather(node, to) {
    const [from, indices] = [to.constant(part(node.inputs, 0)), to.constant(part(node.inputs, 1))]
    to.fold(
      part(node.outputs, 0),
      Array.from(indices.values, (i) => part(from.values, i)),
      indices.shape,
    )
  },

  Slice(node, to) {
    const [from, start, end] = node.inputs.slice(0, 3).map((name) => [...to.constant(name).values])
    to.fold(part(node.outputs, 0), (from ?? []).slice(start?.[0], end?.[0]))
  },

  Unsqueeze: (node, to) => to.fold(part(node.outputs, 0), [...to.constant(part(node.inputs, 0)).values]),
}

function pointwise(node: Node, to: Conversion, op: string): void {
  const input = part(node.inputs, 0)
  const shape = to.shape(input)
  if (node.inputs.some((name) => String(to.shape(name)) !== String(shape)))
    throw new Error(`onnx: ${node.name} joins tensors of different shapes`)
  to.emit(
    part(node.outputs, 0),
    shape,
    op,
    node.inputs.map((name) => to.tfName(name)),
    {},
  )
}

function passOn(node: Node, to: Conversion): void {
  const [input, output] = [part(node.inputs, 0), part(node.outputs, 0)]
  if (to.isConstant(input)) to.fold(output, to.constant(input).values, to.constant(input).shape)
  else to.alias(output, input)
}

/** Kernels: ONNX keeps filter, channel, row, column; TF.js wants row, column, channel, filter. */
function hwio(kernel: Tensor): Float32Array {
  const [filters, depth, height, width] = sides(kernel.shape)
  const from = floats(kernel)
  const to = new Float32Array(from.length)
  let at = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < depth; channel++)
        for (let filter = 0; filter < filters; filter++)
          to[at++] = part(from, ((filter * depth + channel) * height + y) * width + x)
  return to
}

const scaled = (shape: readonly number[], by: Tensor): number[] =>
  shape.map((side, i) => Math.floor(side * part(by.values, i)))

const integers = (values: readonly number[]) => ({ list: { i: values.map(String) } })

function floats(tensor: Tensor): Float32Array {
  if (tensor.values instanceof Float32Array) return tensor.values
  throw new Error('onnx: integers where floats are needed')
}

function list(node: Node, name: string, otherwise: number[]): number[] {
  const value = node.attributes.get(name) ?? otherwise
  if (!Array.isArray(value)) throw new Error(`onnx: ${name} of ${node.name} is not a list`)
  return value
}

function number(node: Node, name: string, otherwise: number): number {
  const value = node.attributes.get(name) ?? otherwise
  if (typeof value !== 'number') throw new Error(`onnx: ${name} of ${node.name} is not a number`)
  return value
}

function sides(shape: ArrayLike<number>): [number, number, number, number] {
  return [part(shape, 0), part(shape, 1), part(shape, 2), part(shape, 3)]
}

function part<T>(values: ArrayLike<T>, index: number): T {
  const value = values[index]
  if (value === undefined) throw new Error(`onnx: no entry ${index} among ${values.length}`)
  return value
}
