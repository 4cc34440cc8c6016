import { beforeEach, expect, it, vi } from 'vitest'
import type { LayerId } from '#client/kit/values/ids.ts'
import { SELECT } from './select.ts'
import { switchedTool } from './switchedTool.ts'
import { bindElement, boundCanvas, canvas } from './testing.ts'
import type { ToolEntry } from './tool.ts'

beforeEach(() => vi.stubGlobal('window', new EventTarget()))
beforeEach(() => vi.stubGlobal('HTMLElement', class {}))

/**
 * A 1000 × 800 CSS px canvas with a selected layer in its corner. `touch` moves fingers over an empty part of the
 * photo.
 */
function touched(entry?: ToolEntry) {
  const stage = canvas(entry && { entry })
  stage.add('a', { x: 200, y: 100 })
  stage.session.ui.selection = ['a' as LayerId]
  const element = bindElement(stage)
  const touch = (type: string, clientX: number, pointerId = 1) =>
    element.dispatchEvent(
      Object.assign(new Event(`pointer${type}`), { button: 0, pointerType: 'touch', pointerId, clientX, clientY: 400 }),
    )
  /** Moves two fingers, 100 CSS px apart, to twice their distance. */
  const pinch = () => {
    touch('down', 450)
    touch('down', 550, 2)
    touch('move', 650, 2)
    touch('up', 650, 2)
    touch('up', 450)
  }
  return { ...stage, touch, pinch }
}

it("dragging the photo with one finger doesn't change the selection or the fitted view", () => {
  const { session, viewport, touch } = touched()
  const before = viewport.get()
  touch('down', 500)
  for (const x of [510, 600]) touch('move', x)
  touch('up', 600)
  expect(viewport.get()).toBe(before)
  expect(session.ui.selection).toEqual(['a'])
})

it('dragging the photo with one finger pans a zoomed view without changing the selection', () => {
  const { session, viewport, touch } = touched()
  viewport.show({ ...viewport.get(), zoom: 1 })
  touch('down', 500)
  for (const x of [510, 600]) touch('move', x)
  touch('up', 600)
  expect(viewport.get().origin).toEqual({ x: -90, y: 0 })
  expect(session.ui.selection).toEqual(['a'])
})

it('a pinch that starts outside the selected layer zooms the view', () => {
  const { session, viewport, placed, pinch } = touched()
  pinch()
  expect(viewport.get().zoom).toBeCloseTo(1)
  expect(placed('a').size.height).toBe(100)
  expect(session.ui.selection).toEqual(['a'])
})

it('a tool without gestures acts on a tap of a finger, but not on a pinch', () => {
  const onPress = vi.fn()
  const { viewport, touch, pinch } = touched(switchedTool('a', (_, at) => onPress(at)))
  pinch()
  expect(viewport.get().zoom).toBeCloseTo(1)
  expect(onPress).not.toHaveBeenCalled()
  viewport.set({ ...viewport.get(), zoom: 0.5, origin: { x: 0, y: 0 } })
  touch('down', 500)
  touch('up', 500)
  expect(onPress).toHaveBeenCalledExactlyOnceWith({ x: 1000, y: 800 })
})

it('a tap on the photo deselects', () => {
  const { session, touch } = touched()
  touch('down', 500)
  touch('move', 504)
  touch('up', 504)
  expect(session.ui.selection).toEqual([])
})

it.each([
  ['commits the focused number field before the layer loses the selection', false, [['a']]],
  ['leaves the focus in a number field without uncommitted text', true, []],
])('a press on the canvas %s', (_, isCommitted, result) => {
  class Element {}
  class Input extends Element {
    type = 'text'
    dataset = isCommitted ? { committed: 'true' } : {}
    blur = vi.fn(() => selected.push([...session.ui.selection]))
  }
  const selected: LayerId[][] = []
  const field = new Input()
  vi.stubGlobal('HTMLElement', Element)
  vi.stubGlobal('HTMLInputElement', Input)
  for (const other of ['HTMLTextAreaElement', 'HTMLSelectElement']) vi.stubGlobal(other, class {})
  vi.stubGlobal('document', { activeElement: field })
  const { session, add, send } = boundCanvas(SELECT)
  add('a', { x: 200, y: 200 })
  session.ui.selection = ['a' as LayerId]
  send('pointerdown', { pointerType: 'mouse', pointerId: 1 }, 500, 500)
  expect(session.ui.selection).toEqual([])
  expect(selected).toEqual(result)
})
