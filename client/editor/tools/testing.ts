import { vi } from 'vitest'
import type { Point } from '#client/kit/geometry/geometry.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import type { LayerBase } from '#client/model/document/document.ts'
import { createSession, snapshotOf } from '#client/model/session/session.ts'
import { createViewport, toCss } from '#client/render/compositor/viewport.ts'
import type { LayerTransform } from '#client/render/kind.ts'
import { Feedback } from './feedback.ts'
import type { Modifiers } from './heldKeys.ts'
import { PointerBinding } from './pointer.ts'
import { SELECT } from './select.ts'
import { placedOf, type TransformTable } from './targets.ts'
import type { PointerInput, ToolEntry } from './tool.ts'
import { Toolbox } from './toolbox.ts'

/** A layer for tests: a box that can be moved, resized and rotated. */
export interface Box extends LayerBase {
  center: Point
  /** Height in document px. The width is twice the height. */
  side: number
  rotation: number
  orbit: Point | null
}

const boxTransform: LayerTransform<Box> = {
  placed: (layer) => ({
    center: { ...layer.center },
    size: { width: layer.side * 2, height: layer.side },
    rotation: layer.rotation,
  }),
  moveTo: (layer, center) => {
    layer.center = center
  },
  scaleBy: (layer, factor, start) => {
    layer.side = start.side * factor
  },
  rotateTo: (layer, degrees) => {
    layer.rotation = degrees
  },
  orbit: {
    of: (layer) => layer.orbit,
    to: (layer, degrees) => {
      layer.orbit = degrees
    },
  },
  sizeText: (layer) => `${layer.side} px`,
}

/** A box with free proportions that can't be rotated. `side`: its width. */
const sheetTransform: LayerTransform<Sheet> = {
  ...boxTransform,
  placed: (layer) => ({ center: { ...layer.center }, size: { width: layer.side, height: layer.height }, rotation: 0 }),
  stretchTo(layer, { width = layer.side, height = layer.height }) {
    layer.side = width
    layer.height = height
  },
}

interface Sheet extends Box {
  height: number
}

/** A stroke with a width of 10 px along the middle of a box. Only a press on the stroke hits the box. */
const strokeTransform: LayerTransform<Box> = {
  ...boxTransform,
  hit: (layer, at) => Math.max(0, Math.abs(at.y - layer.center.y) - 5),
}

/** A box whose visible frame is 30 px to the right of its position, like the frame of rotated 3D text. */
const solidTransform: LayerTransform<Box> = {
  ...boxTransform,
  orbit: { of: () => ({ x: 0, y: 30 }), to() {} },
  frame: (layer, doc) => {
    const placed = boxTransform.placed(layer, doc)
    return { ...placed, center: { x: placed.center.x + 30, y: placed.center.y } }
  },
}

interface CanvasOptions {
  /** CSS px per document px. */
  zoom?: number
  entry?: ToolEntry
  /** The kind of the boxes. Must be a registered kind if an action uses the kind's label. */
  kind?: string
}

/**
 * Creates a canvas for tests that run without a browser. A 2000 × 1600 px photo is on a 1000 × 800 CSS px canvas,
 * with boxes as layers. `pointer` calls the toolbox as the browser does.
 */
export function canvas({ zoom = 0.5, entry = SELECT, kind = 'box' }: CanvasOptions = {}) {
  const notices = { alert: async () => {}, confirm: async () => true, toast: () => {} }
  const session = createSession(notices, { isStrict: true })
  const viewport = createViewport()
  viewport.set({ zoom, origin: { x: 0, y: 0 }, canvas: { width: 1000, height: 800 } })
  const feedback = new Feedback()
  const kinds: TransformTable = {
    [kind]: { slot: 'placed', transform: boxTransform },
    solid: { slot: 'placed', transform: solidTransform },
    stroke: { slot: 'placed', transform: strokeTransform },
    sheet: { slot: 'placed', transform: sheetTransform },
  }
  const asked: string[] = []
  /** Stands for any flow. Records the calls of its functions. */
  const recorder = new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...what: unknown[]) =>
          void asked.push(`${String(name)} ${JSON.stringify(what)}`),
    },
  )
  const tools = new Toolbox({ session, viewport, kinds, feedback, flow: () => recorder as never }, () => entry)

  const add = (name: string, center: Point, placement: LayerBase['placement'] = 'background') => {
    const id = name as LayerId
    const layer: Box = { id, kind, placement, center, side: 100, rotation: 0, orbit: null }
    session.history.transact('Add', () => {
      session.doc.photo = { asset: 'a' as AssetId, name: 'p', width: 2000, height: 1600, hasAlpha: false }
      session.doc.separation = {
        matte: 'm' as AssetId,
        model: 'test',
        box: { x: 900, y: 700, width: 200, height: 200 },
      }
      session.doc.layers[id] = layer
      session.doc.order.push(id)
    })
    return () => session.doc.layers[id] as Box
  }
  const css = (point: Point) => toCss(viewport.get(), point)
  const input = (at: Point, keys: Partial<Modifiers> = {}, type: PointerInput['type'] = 'mouse'): PointerInput => {
    const sample = { at, pressure: 0.5, timeMs: 0 }
    return {
      ...sample,
      type,
      keys: { shift: false, alt: false, rotate: false, scale: false, ...keys },
      samples: [sample],
    }
  }
  /** A simulated pointer. All positions are document px. */
  const pointer = {
    down: (at: Point, keys?: Partial<Modifiers>, type?: PointerInput['type']) => tools.down(input(css(at), keys, type)),
    move: (at: Point, keys?: Partial<Modifiers>) => tools.move(input(css(at), keys)),
    up: () => tools.up(),
    click(at: Point, keys?: Partial<Modifiers>) {
      pointer.down(at, keys)
      pointer.up()
    },
    drag(from: Point, to: Point, keys?: Partial<Modifiers>) {
      pointer.down(from, keys)
      pointer.move(to, keys)
      pointer.up()
    },
  }
  const placed = (name: string) => {
    const found = placedOf(snapshotOf(session), kinds, name as LayerId)
    if (!found) throw new Error(`no layer '${name}'`)
    return found
  }
  return { session, viewport, feedback, tools, asked, pointer, add, css, input, placed, kinds }
}

export const [PEN, PALM, SECOND] = [
  { pointerType: 'pen', pointerId: 1 },
  { pointerType: 'touch', pointerId: 2 },
  { pointerType: 'touch', pointerId: 3 },
]

/** Returns an element whose pointer events reach the canvas. */
export function bindElement({ session, viewport, tools }: ReturnType<typeof canvas>): HTMLElement {
  const element = Object.assign(new EventTarget(), {
    getBoundingClientRect: () => ({ left: 0, top: 0 }),
    setPointerCapture() {},
    style: {},
  }) as unknown as HTMLElement
  new PointerBinding({ element, session, viewport, tools })
  return element
}

/** Opens a 2000 × 1600 px photo at zoom 0.5 with a tool. `send` sends pointer events with positions in CSS px. */
export function boundCanvas(entry: ToolEntry) {
  const stage = canvas({ entry })
  const { session } = stage
  session.history.restart(() => {
    session.doc.photo = { asset: 'a' as AssetId, name: 'p', width: 2000, height: 1600, hasAlpha: false }
    session.doc.separation = { matte: 'm' as AssetId, model: 'test', box: { x: 0, y: 0, width: 9, height: 9 } }
  })
  const element = bindElement(stage)
  const send = (type: string, pointer: typeof PEN, clientX = 0, clientY = 0) => {
    const event = new Event(type, { cancelable: true, bubbles: true })
    const stop = vi.spyOn(event, 'stopPropagation')
    element.dispatchEvent(Object.assign(event, { button: 0, pressure: 0.5, ...pointer, clientX, clientY }))
    return { isStopped: stop.mock.calls.length > 0, isPrevented: event.defaultPrevented }
  }
  return { ...stage, send }
}

/** Draws with the pen from (100, 100) to (200, 100), in CSS px. Calls `during` halfway. */
export function stroke({ send }: Pick<ReturnType<typeof boundCanvas>, 'send'>, during = () => {}) {
  send('pointerdown', PEN, 100, 100)
  send('pointermove', PEN, 150, 100)
  during()
  send('pointermove', PEN, 200, 100)
  send('pointerup', PEN, 200, 100)
}
