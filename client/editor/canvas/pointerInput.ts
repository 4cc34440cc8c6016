import type { Point } from '../../kit/base/geometry.ts'
import type { Modifiers } from './heldKeys.ts'
import type { PointerInput, PointerSample } from './tool.ts'

/** Returns the position of an event in an element, CSS px from the element's top left corner. */
export function placeIn(element: Element, event: MouseEvent, box = element.getBoundingClientRect()): Point {
  return { x: event.clientX - box.left, y: event.clientY - box.top }
}

/**
 * Converts a pointer event to the tools' input. `samples` are all positions since the last event
 * (`getCoalescedEvents`), oldest first.
 */
export function pointerInput(element: Element, event: PointerEvent, keys: Modifiers): PointerInput {
  const box = element.getBoundingClientRect()
  const sample = (one: PointerEvent): PointerSample => ({
    at: placeIn(element, one, box),
    // A mouse reports pressure 0 or 0.5, a finger without a sensor 0: only a pen's pressure is meaningful.
    pressure: one.pointerType === 'pen' ? one.pressure : 0.5,
    timeMs: one.timeStamp,
  })
  const own = sample(event)
  const earlier = event.getCoalescedEvents?.().slice(0, -1).map(sample) ?? []
  const type = event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse'
  return { ...own, type, keys, samples: [...earlier, own] }
}
