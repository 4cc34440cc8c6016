/** Dispatches a mouse pointer event. `pointerId`: a number for each simultaneous pointer. */
export const pointer = (type: string, target: EventTarget, clientX = 0, pointerId = 1) =>
  target.dispatchEvent(
    new PointerEvent(type, { bubbles: true, cancelable: true, button: 0, pointerId, pointerType: 'mouse', clientX }),
  )

/** Sets a range input as the browser does during a drag. */
export function slideTo(input: HTMLInputElement, value: number) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, String(value))
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
