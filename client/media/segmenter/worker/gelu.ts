/**
 * The activation function GELU: x · sigmoid((x² · cubic + linear) · x). The model converter writes it as one node. On a
 * backend without our kernel, six operations of TensorFlow.js compute it.
 */
import { registerOp } from '@tensorflow/tfjs-converter'
import { add, engine, getBackend, getKernel, mul, sigmoid, square, type Tensor } from '@tensorflow/tfjs-core'

/**
 * Name of the operation in a graph and of its kernel. Inputs: `x`, float32, not a scalar. `cubic`, `linear`: one float
 * each.
 */
export const GELU = 'MidgroundGelu'

/** Number of operations that one GELU node replaces. */
export const GELU_OPERATIONS = 6

registerOp(GELU, ({ inputs: [x, cubic, linear] }) => {
  if (!x || !cubic || !linear) throw new Error('GELU needs three inputs')
  if (getKernel(GELU, getBackend())) return engine().runKernel<Tensor>(GELU, { x, cubic, linear })
  const steps = [
    (value: Tensor) => mul(value, cubic),
    (value: Tensor) => add(value, linear),
    (value: Tensor) => mul(value, x),
    (value: Tensor) => sigmoid(value),
    (value: Tensor) => mul(x, value),
  ]
  return steps.reduce<Tensor>((value, step) => {
    const next = step(value)
    value.dispose() // disposed immediately, because a tensor has up to 64 MB
    return next
  }, square(x))
})
