/** Common parts of the operator tables. */
import { type Attribute, base64, type Conversion } from '../conversion.ts'
import type { Node } from '../onnx.ts'

/** By ONNX name: the function that emits the TF.js nodes of an operation. */
export type Operators = Record<string, (node: Node, to: Conversion) => void>

/** The attribute of image operators whose tensors lie as NHWC. */
export const NHWC = { data_format: { s: base64('NHWC') } }

/** Returns a list of integers as an attribute. */
export const integers = (values: readonly number[]) => ({ list: { i: values.map(String) } })

/** Attributes of a fused convolution: adds the bias, optionally applies ReLU. */
export const fused = (isRelu: boolean): Record<string, Attribute> => ({
  num_args: { i: '1' },
  fused_ops: { list: { s: ['BiasAdd', ...(isRelu ? ['Relu'] : [])].map(base64) } },
})

/**
 * If a ReLU is the only consumer of `name`, marks it as absorbed, so that it is not converted by itself, and returns
 * the name of its output; else null. The caller must apply the ReLU (`fused(true)`) and make that output an alias of
 * `name`.
 */
export function fuseRelu(name: string, to: Conversion): string | null {
  const relu = to.onlyConsumer(name)
  if (relu?.op !== 'Relu') return null
  to.absorbed.add(relu)
  return relu.outputs[0] ?? null
}

/** Attributes of a 1 × 1 convolution. */
export const CONVOLUTION_1X1: Record<string, Attribute> = {
  ...NHWC,
  strides: integers([1, 1, 1, 1]),
  dilations: integers([1, 1, 1, 1]),
  padding: { s: base64('VALID') },
}
