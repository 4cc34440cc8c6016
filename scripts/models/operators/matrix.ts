/** Matrix products, softmax, means and layer normalisation. */
import { type Conversion, identityOrder, safe } from '../conversion.ts'
import { list, number, type Tensor } from '../onnx.ts'
import { axisOf, elementCount, entry, floats, transposed } from '../tensors.ts'
import { CONVOLUTION_1X1, fused, fuseRelu, type Operators } from './operator.ts'

const INT = { type: 'DT_INT32' } as const

/** Matrix products, softmax, means and layer normalisation. */
export const MATRIX: Operators = {
  MatMul(node, to) {
    const [left, right] = [entry(node.inputs, 0), entry(node.inputs, 1)]
    const output = entry(node.outputs, 0)
    if (to.isConstant(right) && to.shape(right).length === 2) {
      const bias = fuseBias(output, to)
      return dense(to, left, to.constant(right), bias?.values ?? null, bias?.output ?? output, output)
    }
    const [a, b] = [multiplicand(left, to), multiplicand(right, to)]
    const [leftShape, rightShape] = [to.shape(left), to.shape(right)]
    if (leftShape.length !== rightShape.length)
      throw new Error(`onnx: ${node.name} multiplies matrices of different ranks`)
    const shape = [...leftShape.slice(0, -1), entry(rightShape, -1)]
    to.emit(output, shape, 'BatchMatMulV2', [a.tf, b.tf], {
      adj_x: { b: a.isTransposed },
      adj_y: { b: b.isTransposed },
    })
  },

  Gemm(node, to) {
    const [input, weights, bias] = [entry(node.inputs, 0), entry(node.inputs, 1), node.inputs[2]]
    if (number(node, 'alpha', 1) !== 1 || number(node, 'beta', 1) !== 1 || number(node, 'transA', 0) !== 0)
      throw new Error(`onnx: ${node.name} has alpha, beta or transA`)
    const kernel = to.constant(weights)
    const turned = number(node, 'transB', 0) === 1 ? transposed(kernel, [1, 0]) : kernel
    const output = entry(node.outputs, 0)
    dense(to, input, turned, bias ? floats(to.constant(bias)) : null, output, output)
  },

  Softmax(node, to) {
    const [input, output] = [entry(node.inputs, 0), entry(node.outputs, 0)]
    const shape = to.shape(input)
    if (axisOf(number(node, 'axis', -1), shape.length) !== shape.length - 1)
      throw new Error(`onnx: ${node.name} is a softmax along another axis than the last`)
    to.emit(output, shape, 'Softmax', [to.tfName(input)], {})
  },

  ReduceMean(node, to) {
    const [input, output] = [entry(node.inputs, 0), entry(node.outputs, 0)]
    const [shape, order] = [to.shape(input), to.order(input)]
    const given = node.inputs[1] ? [...to.constant(node.inputs[1]).values] : list(node, 'axes', [])
    const axes = given.map((axis) => axisOf(axis, shape.length))
    if (number(node, 'keepdims', 1) !== 1) throw new Error(`onnx: ${node.name} has keepdims = 0`)
    const places = axes.map((axis) => order.indexOf(axis))
    const mean = shape.map((side, axis) => (axes.includes(axis) ? 1 : side))
    const inputs = [to.tfName(input, order), to.integers(`axes_${places.join('_')}`, places)]
    to.emit(output, mean, 'Mean', inputs, { keep_dims: { b: true }, Tidx: INT }, { order })
  },

  LayerNormalization(node, to) {
    const [input, scale, shift] = [entry(node.inputs, 0), entry(node.inputs, 1), node.inputs[2]]
    const output = entry(node.outputs, 0)
    const shape = to.shape(input)
    if (axisOf(number(node, 'axis', -1), shape.length) !== shape.length - 1)
      throw new Error(`onnx: ${node.name} normalises more than the last axis`)
    const last = to.integers(`axes_${shape.length - 1}`, [shape.length - 1])
    const step = (name: string, op: string, ...inputs: string[]) =>
      to.addNode(`${safe(output)}_${name}`, op, inputs, op === 'Mean' ? { keep_dims: { b: true }, Tidx: INT } : {})
    const from = to.tfName(input)
    const epsilon = Float32Array.of(number(node, 'epsilon', 1e-5))
    const centred = step('centred', 'Sub', from, step('mean', 'Mean', from, last))
    const variance = step('variance', 'Mean', step('square', 'Square', centred), last)
    const spread = step('spread', 'AddV2', variance, to.weight(`${output}_epsilon`, [1], epsilon, 'full'))
    const scaled = step('scaled', 'Mul', step('unit', 'Mul', centred, step('inverse', 'Rsqrt', spread)), row(scale, to))
    if (shift) to.emit(output, shape, 'AddV2', [scaled, row(shift, to)], {})
    else to.emit(output, shape, 'Identity', [scaled], {})
  },
}

const row = (name: string, to: Conversion): string => to.tfName(name, [0])

/** Emits a product with a constant matrix as a 1 × 1 convolution, which is fastest on a CPU. */
function dense(
  to: Conversion,
  input: string,
  weights: Tensor,
  bias: Float32Array | null,
  output: string,
  name: string,
): void {
  const [depth, filters] = [entry(weights.shape, 0), entry(weights.shape, 1)]
  const relu = fuseRelu(output, to)
  const shape = [...to.shape(input).slice(0, -1), filters]
  const rows = to.integers(`rows_of_${depth}`, [1, 1, -1, depth])
  const product = to.addNode(
    `${safe(name)}_product`,
    '_FusedConv2D',
    [
      to.addNode(`${safe(name)}_rows`, 'Reshape', [to.tfName(input), rows], {}),
      to.weight(`${name}_kernel`, [1, 1, depth, filters], floats(weights), 'half'),
      to.weight(`${name}_bias`, [filters], bias ?? new Float32Array(filters), 'full'),
    ],
    { ...CONVOLUTION_1X1, ...fused(relu !== null) },
  )
  to.emit(output, shape, 'Reshape', [product, to.integers(`${output}_shape`, shape)], {})
  if (relu) to.alias(relu, output)
}

/** If adding a constant is the only consumer of `product`, fuses it and returns the bias and the name of the sum. */
function fuseBias(product: string, to: Conversion): { values: Float32Array; output: string } | null {
  const add = to.onlyConsumer(product)
  const other = add?.op === 'Add' ? add.inputs.find((name) => name !== product) : undefined
  if (!add || !other || !to.isConstant(other)) return null
  const { shape, values } = to.constant(other)
  if (elementCount(shape) !== entry(shape, -1) || !(values instanceof Float32Array)) return null
  to.absorbed.add(add)
  return { values, output: entry(add.outputs, 0) }
}

/** A matrix whose last two axes are swapped in memory is multiplied as transposed, without moving data. */
function multiplicand(name: string, to: Conversion): { tf: string; isTransposed: boolean } {
  const straight = identityOrder(to.shape(name))
  const turned = [...straight.slice(0, -2), entry(straight, -1), entry(straight, -2)]
  const isTransposed = !to.isConstant(name) && String(to.order(name)) === String(turned)
  return { tf: to.tfName(name, isTransposed ? turned : straight), isTransposed }
}
