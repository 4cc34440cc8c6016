/** ONNX's operators as TF.js ones. Whatever is made of constants alone is folded away before it comes here. */
import { CONVOLUTION } from './operators/convolution.ts'
import { MATRIX } from './operators/matrix.ts'
import type { Operators } from './operators/operator.ts'
import { POINTWISE } from './operators/pointwise.ts'
import { SHAPE } from './operators/shape.ts'

export const OPERATORS: Operators = { ...CONVOLUTION, ...MATRIX, ...POINTWISE, ...SHAPE }
