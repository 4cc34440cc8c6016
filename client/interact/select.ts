/**
 * The select tool: a click selects, a drag moves, resizes or rotates whatever the kind's transform can do.
 * Every move writes `start + delta`, never an increment; cancel leaves no trace.
 */
import type { Point } from '../base/geometry.ts'
import type { LayerId } from '../base/ids.ts'
import type { Handle } from '../compositor/handles.ts'
import { toDocument } from '../compositor/viewport.ts'
import { canvasSize } from '../document/backdrop.ts'
import type { Immutable, LayerBase } from '../document/document.ts'
import type { Gesture } from '../history/history.ts'
import type { Placed } from '../layers/kind.ts'
import { type Session, snapshotOf } from '../session/session.ts'
import { select, selectedLayer } from '../session/ui/selection.ts'
import type { Feedback } from './feedback.ts'
import type { Modifiers } from './heldKeys.ts'
import { anchoredCenter, resizeFactor } from './resize.ts'
import { snapped } from './snap.ts'
import { type AnyTransform, type Grip, gripAt, layerAt, placedOf, TOLERANCE, transformOf } from './targets.ts'
import type { Tool, ToolContext, ToolEntry } from './tool.ts'

type Mode = { type: 'move' | 'rotate' | 'scale' | 'orbit' } | Extract<Grip, { type: 'resize' }>

interface Drag {
  id: LayerId
  mode: Mode
  /** Document px, where the pointer went down. */
  from: Point
  placed: Placed
  start: Immutable<LayerBase>
  transform: AnyTransform
  /** Null until the pointer has left the click's slop. */
  gesture: Gesture | null
}

/** A drag begins past this distance, CSS px: a click moves nothing. */
const SLOP = 3
const SNAP_REACH = 6
const SNAP_DEGREES = 15

export const SELECT: ToolEntry = { create: createSelectTool }

export function createSelectTool({ session, viewport, kinds, feedback }: ToolContext): Tool {
  let drag: Drag | null = null

  function grabbed(at: Point, isCoarse: boolean): { id: LayerId; grip: Grip | null } | null {
    const doc = snapshotOf(session)
    const { zoom } = viewport.get()
    const point = toDocument(viewport.get(), at)
    const tolerance = isCoarse ? TOLERANCE.coarse : TOLERANCE.fine
    const selected = selectedLayer(session.ui)
    const placed = placedOf(doc, kinds, selected)
    const layer = selected ? doc.layers[selected] : undefined
    const canOrbit = layer ? orbitOf(layer, transformOf(kinds, layer.kind)) !== null : false
    const grip = placed && gripAt(placed, point, zoom, tolerance.handle, canOrbit)
    if (selected && grip) return { id: selected, grip }
    const id = layerAt(doc, kinds, point, zoom, tolerance.select)
    return id ? { id, grip: null } : null
  }

  return {
    down({ at, type, keys }) {
      const hit = grabbed(at, type === 'touch')
      select(session.ui, ...(hit ? [hit.id] : []))
      if (!hit) return false
      const doc = snapshotOf(session)
      const start = doc.layers[hit.id]
      const transform = start && transformOf(kinds, start.kind)
      if (!start || !transform) return false
      const byKey: Mode = keys.rotate ? { type: 'rotate' } : keys.scale ? { type: 'scale' } : { type: 'move' }
      const placed = transform.placed(start, doc)
      const from = toDocument(viewport.get(), at)
      drag = { id: hit.id, mode: hit.grip ?? byKey, from, placed, start, transform, gesture: null }
      return true
    },
    move({ at, keys }) {
      if (!drag) return
      const to = toDocument(viewport.get(), at)
      const { zoom } = viewport.get()
      if (!drag.gesture) {
        if (Math.hypot(to.x - drag.from.x, to.y - drag.from.y) * zoom < SLOP) return
        drag.gesture = session.history.begin(LABELS[drag.mode.type])
      }
      apply(session, drag, to, keys, { zoom, cursor: at }, feedback)
    },
    up() {
      drag?.gesture?.commit()
      drag = null
      feedback.clear()
    },
    cancel() {
      drag?.gesture?.cancel()
      drag = null
      feedback.clear()
    },
    cursor(at) {
      if (drag) return drag.mode.type === 'move' ? 'grabbing' : 'crosshair'
      const hit = grabbed(at, false)
      if (!hit) return 'default'
      if (!hit.grip) return 'grab'
      if (hit.grip.type !== 'resize') return 'crosshair'
      return resizeCursor(hit.grip.handle, placedOf(snapshotOf(session), kinds, hit.id)?.rotation ?? 0)
    },
  }
}

const LABELS: Record<Mode['type'], string> = {
  move: 'Move',
  rotate: 'Rotate',
  scale: 'Resize',
  resize: 'Resize',
  orbit: 'Turn in space',
}

function apply(session: Session, drag: Drag, to: Point, keys: Modifiers, view: ViewScale, feedback: Feedback) {
  const { id, mode, from, placed, start, transform } = drag
  const doc = snapshotOf(session)
  const layer = session.doc.layers[id]
  if (!layer) return
  const say = (text: string) => feedback.show({ readout: { at: view.cursor, text } })
  switch (mode.type) {
    case 'move': {
      const target = { x: placed.center.x + to.x - from.x, y: placed.center.y + to.y - from.y }
      const result = keys.alt
        ? { center: target, guides: [] }
        : snapped(target, placed, canvasSize(doc), SNAP_REACH / view.zoom)
      transform.moveTo(layer, result.center, doc)
      return feedback.show({ guides: result.guides })
    }
    case 'rotate': {
      const degrees = placed.rotation + angleAt(placed.center, to) - angleAt(placed.center, from)
      transform.rotateTo?.(layer, keys.shift ? Math.round(degrees / SNAP_DEGREES) * SNAP_DEGREES : degrees)
      return say(`${Math.round(transform.placed(layer, doc).rotation)}°`)
    }
    case 'orbit': {
      // A drag to the right turns the right side away, one upwards the top: as if the letters were pushed.
      const first = orbitOf(start, transform)
      if (!first) return
      const turn = DEGREES_PER_CSS_PX * view.zoom
      transform.orbitTo?.(layer, { x: first.x - (to.y - from.y) * turn, y: first.y + (to.x - from.x) * turn })
      const now = orbitOf(layer, transform)
      return say(now ? `${Math.round(now.x)}° · ${Math.round(now.y)}°` : '')
    }
    case 'scale':
      transform.scaleBy?.(layer, distance(placed.center, to) / Math.max(1, distance(placed.center, from)), start)
      return say(transform.sizeText?.(layer) ?? '')
    case 'resize': {
      transform.scaleBy?.(layer, resizeFactor(placed, mode.handle, to, keys.alt), start)
      if (!keys.alt) transform.moveTo(layer, anchoredCenter(placed, transform.placed(layer, doc), mode.handle), doc)
      return say(transform.sizeText?.(layer) ?? '')
    }
  }
}

/** An orbit of half a turn takes this many degrees per CSS px: about the width of a phone. */
const DEGREES_PER_CSS_PX = 0.5

const orbitOf = (layer: Immutable<LayerBase>, transform: AnyTransform | null): Point | null =>
  transform?.orbitOf?.(layer) ?? null

interface ViewScale {
  /** CSS px per document px. */
  zoom: number
  /** CSS px. */
  cursor: Point
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

/** Degrees clockwise. */
const angleAt = (center: Point, point: Point) => (Math.atan2(point.y - center.y, point.x - center.x) * 180) / Math.PI

/** The resize cursor that points along the handle's arm, as the box is turned. */
function resizeCursor(handle: Handle, rotation: number): string {
  const angle = (Math.atan2(handle.y, handle.x) * 180) / Math.PI + rotation
  const eighth = ((Math.round(angle / 45) % 4) + 4) % 4
  return ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'][eighth] ?? 'default'
}
