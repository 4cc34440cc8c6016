/** ONNX operators as TF.js operators. `constantFolding.ts` folds operators on constants first. */
import { CONVOLUTION } from './operators/convolution.ts'
import { ELEMENTWISE } from './operators/elementwise.ts'
import { MATRIX } from './operators/matrix.ts'
import type { Operators } from './operators/operator.ts'
import { SHAPE } from './operators/shape.ts'

/** All operators that can be converted, by their ONNX name. */
export const OPERATORS: Operators = { ...CONVOLUTION, ...MATRIX, ...ELEMENTWISE, ...SHAPE }
