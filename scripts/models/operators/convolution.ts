/** Operators on images: NCHW in ONNX, NHWC in TF.js. */
import { base64, type Conversion, safe } from '../conversion.ts'
import { list, number, type Tensor } from '../onnx.ts'
import { dims4, entry, floats, transposed } from '../tensors.ts'
import { CONVOLUTION_1X1, fused, fuseRelu, integers, NHWC, type Operators } from './operator.ts'

const NHWC_ORDER = { order: [0, 2, 3, 1] }
const nhwc = (to: Conversion, name: string) => to.tfName(name, NHWC_ORDER.order)

/** Convolutions, pooling and resizing. */
export const CONVOLUTION: Operators = {
  Conv(node, to) {
    const [input, kernelName, biasName] = [entry(node.inputs, 0), entry(node.inputs, 1), node.inputs[2]]
    const output = entry(node.outputs, 0)
    const kernel = to.constant(kernelName)
    const [filters, depth, kernelHeight, kernelWidth] = dims4(kernel.shape)
    const [top, left, bottom, right] = dims4(list(node, 'pads', [0, 0, 0, 0]))
    const [strides, dilations] = [list(node, 'strides', [1, 1]), list(node, 'dilations', [1, 1])]
    const [, channels, height, width] = dims4(to.shape(input))
    const groups = number(node, 'group', 1)
    const isDepthwise = groups === channels && groups === filters && depth === 1
    if (groups !== 1 && !isDepthwise) throw new Error(`onnx: ${node.name} is a grouped convolution`)

    const outSide = (size: number, kernelSide: number, axis: 0 | 1, pads: number) =>
      Math.floor((size + pads - entry(dilations, axis) * (kernelSide - 1) - 1) / entry(strides, axis)) + 1
    const shape = [
      1,
      filters,
      outSide(height, kernelHeight, 0, top + bottom),
      outSide(width, kernelWidth, 1, left + right),
    ]
    const turned = transposed(kernel, isDepthwise ? [2, 3, 0, 1] : [2, 3, 1, 0])
    const relu = fuseRelu(output, to)
    const bias = biasName ? floats(to.constant(biasName)) : new Float32Array(filters)
    to.emit(
      output,
      shape,
      isDepthwise && groups > 1 ? 'FusedDepthwiseConv2dNative' : '_FusedConv2D',
      [
        nhwc(to, input),
        to.weight(`${kernelName}_kernel`, turned.shape, floats(turned), 'half'),
        to.weight(`${biasName ?? output}_bias`, [filters], bias, 'full'),
      ],
      {
        ...NHWC,
        strides: integers([1, ...strides, 1]),
        dilations: integers([1, ...dilations, 1]),
        // TensorFlow's SAME pads a strided convolution unlike ONNX, so the pads are explicit
        padding: { s: base64('EXPLICIT') },
        explicit_paddings: integers([0, 0, top, bottom, left, right, 0, 0]),
        ...fused(relu !== null),
      },
      NHWC_ORDER,
    )
    if (relu) to.alias(relu, output)
  },

  /** Without overlap (stride = kernel size): a 1 × 1 convolution and a rearrangement of its channels. */
  ConvTranspose(node, to) {
    const [input, kernelName, biasName] = [entry(node.inputs, 0), entry(node.inputs, 1), node.inputs[2]]
    const output = entry(node.outputs, 0)
    const kernel = to.constant(kernelName)
    const [channels, filters, side, sideToo] = dims4(kernel.shape)
    const isPlain =
      side === sideToo &&
      list(node, 'strides', [1, 1]).every((stride) => stride === side) &&
      list(node, 'pads', [0]).every((pad) => pad === 0) &&
      number(node, 'group', 1) === 1
    if (!isPlain) throw new Error(`onnx: ${node.name} is a transposed convolution with overlap`)

    const bias = biasName ? floats(to.constant(biasName)) : new Float32Array(filters)
    const area = side * side
    const [, , height, width] = dims4(to.shape(input))
    const turned = transposed(kernel, [0, 2, 3, 1])
    const squares = to.addNode(
      `${safe(output)}_squares`,
      '_FusedConv2D',
      [
        nhwc(to, input),
        to.weight(`${kernelName}_kernel`, [1, 1, channels, area * filters], floats(turned), 'half'),
        to.weight(`${biasName ?? output}_bias`, [area * filters], repeated(bias, area), 'full'),
      ],
      { ...CONVOLUTION_1X1, ...fused(false) },
    )
    const step = (name: string, op: string, from: string, numbers: number[]) =>
      to.addNode(`${safe(output)}_${name}`, op, [from, to.integers(`${output}_${name}_by`, numbers)], {})
    // rows of blocks → rows of pixels; three times as fast as DepthToSpace on a CPU
    const parted = step('parted', 'Reshape', squares, [height, width, side, side * filters])
    const turnedRows = step('rows', 'Transpose', parted, [0, 2, 1, 3])
    const laid = to.integers(`${output}_shape`, [1, height * side, width * side, filters])
    to.emit(output, [1, filters, height * side, width * side], 'Reshape', [turnedRows, laid], {}, NHWC_ORDER)
  },

  MaxPool(node, to) {
    const input = entry(node.inputs, 0)
    const window = list(node, 'kernel_shape', [])
    const strides = list(node, 'strides', [1, 1])
    const isCeil = number(node, 'ceil_mode', 0) === 1
    if (list(node, 'pads', [0]).some((pad) => pad !== 0) || list(node, 'dilations', [1]).some((step) => step !== 1))
      throw new Error(`onnx: ${node.name} pools with pads or dilations`)
    // with ceil_mode, SAME gives the same result only if the windows do not overlap
    if (isCeil && window.some((side, i) => side !== strides[i]))
      throw new Error(`onnx: ${node.name} has overlapping windows and ceil_mode`)
    const round = isCeil ? Math.ceil : Math.floor
    const [batch, channels, ...area] = dims4(to.shape(input))
    const shape = [batch, channels, ...area.map((side, i) => round((side - entry(window, i)) / entry(strides, i)) + 1)]
    const attributes = {
      ...NHWC,
      padding: { s: base64(isCeil ? 'SAME' : 'VALID') },
      ksize: integers([1, ...window, 1]),
      strides: integers([1, ...strides, 1]),
    }
    to.emit(entry(node.outputs, 0), shape, 'MaxPool', [nhwc(to, input)], attributes, NHWC_ORDER)
  },

  Resize(node, to) {
    const [input, output] = [entry(node.inputs, 0), entry(node.outputs, 0)]
    const from = to.shape(input)
    const sizes = node.inputs[3] ? to.constant(node.inputs[3]).values : scaled(from, to.constant(entry(node.inputs, 2)))
    const [batch, channels, height, width] = dims4(sizes)
    const mapping = node.attributes.get('coordinate_transformation_mode') ?? 'half_pixel'
    if (node.attributes.get('mode') !== 'linear') throw new Error(`onnx: ${node.name} does not resize linearly`)
    if (from[2] === height && from[3] === width) return to.alias(output, input)
    const size = to.integers(`size_${height}_${width}`, [height, width])
    const attributes = {
      align_corners: { b: mapping === 'align_corners' },
      half_pixel_centers: { b: mapping === 'half_pixel' || mapping === 'pytorch_half_pixel' },
    }
    to.emit(output, [batch, channels, height, width], 'ResizeBilinear', [nhwc(to, input), size], attributes, NHWC_ORDER)
  },
}

const repeated = (values: Float32Array, times: number): Float32Array =>
  Float32Array.from({ length: values.length * times }, (_, i) => values[i % values.length] ?? 0)

const scaled = (shape: readonly number[], by: Tensor): number[] =>
  shape.map((side, i) => Math.floor(side * entry(by.values, i)))
