/** A pointer of a mouse, as the page hears it. */
export const pointer = (type: string, target: EventTarget, clientX = 0) =>
  target.dispatchEvent(
    new PointerEvent(type, { bubbles: true, cancelable: true, button: 0, pointerId: 1, pointerType: 'mouse', clientX }),
  )

/** What the browser does to a range input that is dragged. */
export function slideTo(input: HTMLInputElement, value: number) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, String(value))
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
