/** ONNX operators with weights, and pooling. Images are NCHW in ONNX and NHWC in TensorFlow.js. */
import { type Tensor, transpose } from '@tensorflow/tfjs'
import { type Attributes, base64, type Conversion, floatsOf, INT, type Operators, safe } from './conversion.ts'
import { axisOf } from './folding.ts'
import { list, number } from './onnx.ts'

const NHWC = [0, 2, 3, 1]
const NHWC_FORMAT: Attributes = { data_format: { s: base64('NHWC') } }
const integerList = (values: readonly number[]) => ({ list: { i: values.map(String) } })
const CONVOLUTION_1X1: Attributes = {
  ...NHWC_FORMAT,
  strides: integerList([1, 1, 1, 1]),
  dilations: integerList([1, 1, 1, 1]),
  padding: { s: base64('VALID') },
}

export const LAYERS: Operators = {
  Conv(to, node, output, input, kernelName, biasName) {
    const kernel = to.constant(kernelName)
    const [filters = 0, depth = 0, ...sides] = kernel.shape
    const [top = 0, left = 0, bottom = 0, right = 0] = list(node, 'pads')
    const [strides, dilations] = [list(node, 'strides', [1, 1]), list(node, 'dilations', [1, 1])]
    const [, , ...area] = to.shape(input)
    const isDepthwise = number(node, 'group', 1) > 1 && depth === 1
    const pads = [top + bottom, left + right]
    const outSides = area.map((size, axis) => {
      const reach = (dilations[axis] ?? 1) * ((sides[axis] ?? 1) - 1)
      return Math.floor((size + (pads[axis] ?? 0) - reach - 1) / (strides[axis] ?? 1)) + 1
    })
    const turned = transpose(kernel, isDepthwise ? [2, 3, 0, 1] : [2, 3, 1, 0])
    const relu = fuseRelu(output, to)
    to.emit(
      output,
      [1, filters, ...outSides],
      isDepthwise ? 'FusedDepthwiseConv2dNative' : '_FusedConv2D',
      [
        to.tfName(input, NHWC),
        to.weight(`${kernelName}_kernel`, turned.shape, floatsOf(turned), 'half'),
        to.weight(`${biasName ?? output}_bias`, [filters], biasOf(biasName, filters, to)),
      ],
      {
        ...NHWC_FORMAT,
        strides: integerList([1, ...strides, 1]),
        dilations: integerList([1, ...dilations, 1]),
        // uses explicit pads, because TensorFlow's SAME pads a strided convolution differently than ONNX
        padding: { s: base64('EXPLICIT') },
        explicit_paddings: integerList([0, 0, top, bottom, left, right, 0, 0]),
        ...fused(relu),
      },
      NHWC,
    )
    if (relu) to.alias(relu, output)
  },

  /**
   * Converts a transposed convolution without overlap (stride = kernel size) to a 1 × 1 convolution and a rearrangement
   * of its channels.
   */
  ConvTranspose(to, _, output, input, kernelName, biasName) {
    const kernel = to.constant(kernelName)
    const [channels = 0, filters = 0, side = 0] = kernel.shape
    const area = side * side
    const bias = biasOf(biasName, filters, to)
    const [, , height = 0, width = 0] = to.shape(input)
    const squares = to.addNode(
      `${safe(output)}_squares`,
      '_FusedConv2D',
      [
        to.tfName(input, NHWC),
        to.weight(`${kernelName}_kernel`, [1, 1, channels, area * filters], floatsOf(transpose(kernel, NHWC)), 'half'),
        to.weight(
          `${biasName}_bias`,
          [area * filters],
          Float32Array.from(
            Array(area)
              .fill([...bias])
              .flat(),
          ),
        ),
      ],
      { ...CONVOLUTION_1X1, ...fused() },
    )
    const step = (name: string, op: string, from: string, numbers: number[]) =>
      to.addNode(`${safe(output)}_${name}`, op, [from, to.integers(`${output}_${name}_by`, numbers)])
    // Turns rows of blocks into rows of pixels. On a CPU this is three times as fast as DepthToSpace.
    const parted = step('parted', 'Reshape', squares, [height, width, side, side * filters])
    const turnedRows = step('rows', 'Transpose', parted, [0, 2, 1, 3])
    const laid = to.integers(`${output}_shape`, [1, height * side, width * side, filters])
    to.emit(output, [1, filters, height * side, width * side], 'Reshape', [turnedRows, laid], {}, NHWC)
  },

  /** Converts pooling of windows that don't overlap. For these, TensorFlow's SAME equals ONNX's `ceil_mode`. */
  MaxPool(to, node, output, input) {
    const window = list(node, 'kernel_shape')
    const [batch = 1, channels = 1, ...area] = to.shape(input)
    const shape = [batch, channels, ...area.map((side, axis) => Math.ceil(side / (window[axis] ?? 1)))]
    const steps = integerList([1, ...window, 1])
    const attributes = { ...NHWC_FORMAT, padding: { s: base64('SAME') }, ksize: steps, strides: steps }
    to.emit(output, shape, 'MaxPool', [to.tfName(input, NHWC)], attributes, NHWC)
  },

  Resize(to, node, output, input, _roi, _scales, sizes) {
    const shape = [...to.constant(sizes).dataSync()]
    const [, , height = 1, width = 1] = shape
    const mapping = node.attributes.get('coordinate_transformation_mode')
    const attributes = {
      align_corners: { b: mapping === 'align_corners' },
      half_pixel_centers: { b: mapping === 'half_pixel' || mapping === 'pytorch_half_pixel' },
    }
    const size = to.integers(`size_${height}_${width}`, [height, width])
    to.emit(output, shape, 'ResizeBilinear', [to.tfName(input, NHWC), size], attributes, NHWC)
  },

  MatMul(to, _, output, left, right) {
    if (to.isConstant(right) && to.shape(right).length === 2) {
      const bias = fuseBias(output, to)
      return dense(to, left, to.constant(right), bias?.values ?? null, bias?.output ?? output, output)
    }
    const shape = [...to.shape(left).slice(0, -1), to.shape(right).at(-1) ?? 1]
    const attributes = { adj_x: { b: false }, adj_y: { b: false } }
    to.emit(output, shape, 'BatchMatMulV2', [to.tfName(left), to.tfName(right)], attributes)
  },

  /** Converts a matrix product with `transB` = 1. */
  Gemm: (to, _, output, input, weights, bias) =>
    dense(to, input, transpose(to.constant(weights)), floatsOf(to.constant(bias)), output, output),

  /** Computes softmax along the last axis. */
  Softmax: (to, _, output, input) => to.emit(output, to.shape(input), 'Softmax', [to.tfName(input)], {}),

  ReduceMean(to, node, output, input) {
    const [shape, order] = [to.shape(input), to.order(input)]
    const axes = list(node, 'axes').map((axis) => axisOf(axis, shape.length))
    const places = axes.map((axis) => order.indexOf(axis))
    const mean = shape.map((side, axis) => (axes.includes(axis) ? 1 : side))
    const inputs = [to.tfName(input, order), to.integers(`axes_${places.join('_')}`, places)]
    to.emit(output, mean, 'Mean', inputs, { keep_dims: { b: true }, Tidx: INT }, order)
  },

  /** Normalizes each row along the last axis. */
  LayerNormalization(to, node, output, input, scale, shift) {
    const shape = to.shape(input)
    const last = to.integers(`axes_${shape.length - 1}`, [shape.length - 1])
    const step = (name: string, op: string, ...inputs: string[]) =>
      to.addNode(`${safe(output)}_${name}`, op, inputs, op === 'Mean' ? { keep_dims: { b: true }, Tidx: INT } : {})
    const from = to.tfName(input)
    const centered = step('centred', 'Sub', from, step('mean', 'Mean', from, last))
    const variance = step('variance', 'Mean', step('square', 'Square', centered), last)
    const spread = step('spread', 'AddV2', variance, to.scalar(`${output}_epsilon`, number(node, 'epsilon', 1e-5)))
    const unit = step('unit', 'Mul', centered, step('inverse', 'Rsqrt', spread))
    to.emit(output, shape, 'AddV2', [step('scaled', 'Mul', unit, to.tfName(scale, [0])), to.tfName(shift, [0])], {})
  },
}

const biasOf = (name: string | undefined, filters: number, to: Conversion): Float32Array =>
  name ? floatsOf(to.constant(name)) : new Float32Array(filters)

/** Returns the attributes of a convolution that also adds the bias and, if `relu` is given, applies a ReLU. */
const fused = (relu?: string): Attributes => ({
  num_args: { i: '1' },
  fused_ops: { list: { s: ['BiasAdd', ...(relu ? ['Relu'] : [])].map(base64) } },
})

/**
 * If only a ReLU reads `name`, marks the ReLU as part of the node before it and returns the ReLU's output. The caller
 * must then apply the ReLU and make the output an alias of `name`.
 */
function fuseRelu(name: string, to: Conversion): string | undefined {
  const relu = to.onlyConsumer(name)
  if (relu?.op !== 'Relu') return undefined
  to.absorbed.add(relu)
  return relu.outputs[0]
}

/** Emits a product with a constant matrix as a 1 × 1 convolution, which is the fastest form on a CPU. */
function dense(
  to: Conversion,
  input: string,
  weights: Tensor,
  bias: Float32Array | null,
  output: string,
  name: string,
): void {
  const [depth = 0, filters = 0] = weights.shape
  const relu = fuseRelu(output, to)
  const shape = [...to.shape(input).slice(0, -1), filters]
  const rows = to.integers(`rows_of_${depth}`, [1, 1, -1, depth])
  const product = to.addNode(
    `${safe(name)}_product`,
    '_FusedConv2D',
    [
      to.addNode(`${safe(name)}_rows`, 'Reshape', [to.tfName(input), rows]),
      to.weight(`${name}_kernel`, [1, 1, depth, filters], floatsOf(weights), 'half'),
      to.weight(`${name}_bias`, [filters], bias ?? new Float32Array(filters)),
    ],
    { ...CONVOLUTION_1X1, ...fused(relu) },
  )
  to.emit(output, shape, 'Reshape', [product, to.integers(`${output}_shape`, shape)], {})
  if (relu) to.alias(relu, output)
}

/** If the only reader of `product` adds a constant, fuses the addition. Returns the constant and the sum's name. */
function fuseBias(product: string, to: Conversion): { values: Float32Array; output: string } | null {
  const add = to.onlyConsumer(product)
  const other = add?.op === 'Add' ? add.inputs.find((name) => name !== product) : undefined
  if (!add || !other || !to.isConstant(other)) return null
  to.absorbed.add(add)
  return { values: floatsOf(to.constant(other)), output: add.outputs[0] ?? '' }
}
