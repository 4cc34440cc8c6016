/** A failure that the operator can do something about: the message is all there is to say, no stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}
