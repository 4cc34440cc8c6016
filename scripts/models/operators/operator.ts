/** What the tables of operators share. */
import { type Attribute, base64, type Conversion } from '../conversion.ts'
import type { Node } from '../onnx.ts'

export type Operators = Record<string, (node: Node, to: Conversion) => void>

export const NHWC = { data_format: { s: base64('NHWC') } }

export const integers = (values: readonly number[]) => ({ list: { i: values.map(String) } })

/** What a fused convolution does after it: adds its bias, and cuts below zero. */
export const fused = (isRelu: boolean): Record<string, Attribute> => ({
  num_args: { i: '1' },
  fused_ops: { list: { s: ['BiasAdd', ...(isRelu ? ['Relu'] : [])].map(base64) } },
})

/** Where a tensor is only cut below zero its maker does that too: answers what the cut tensor is called. */
export function reluAfter(name: string, to: Conversion): string | null {
  const relu = to.onlyUser(name)
  if (relu?.op !== 'Relu') return null
  to.done.add(relu)
  return relu.outputs[0] ?? null
}

/** A convolution that looks at one pixel at a time. */
export const PIXELWISE: Record<string, Attribute> = {
  ...NHWC,
  strides: integers([1, 1, 1, 1]),
  dilations: integers([1, 1, 1, 1]),
  padding: { s: base64('VALID') },
}
