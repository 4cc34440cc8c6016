/**
 * The select tool: a click selects, Shift adds, a drag moves, resizes or rotates the selection. Another click at the
 * same place selects the layer below; Shift and a drag over empty canvas draw a selection rectangle.
 */
import type { Point, Rect } from '../../kit/base/geometry.ts'
import type { LayerId } from '../../kit/base/ids.ts'
import { t } from '../../kit/i18n/translate.ts'
import { type DocumentSnapshot, layerOfKind } from '../../model/document/document.ts'
import { snapshotOf } from '../../model/session/session.ts'
import { isSelected, select, toggleSelected } from '../../model/session/ui/selection.ts'
import type { Handle } from '../../render/compositor/handles.ts'
import { toDocument } from '../../render/compositor/viewport.ts'
import { applyDrag, type Drag, type DragMode, LABELS } from './drag.ts'
import { abilitiesOf, type Group, groupOf, uprightBox } from './group.ts'
import { type Marquee, startMarquee } from './marquee.ts'
import { type Grip, gripAt, layersAt, movableLayers, placedOf, TOLERANCE, type TransformTable } from './targets.ts'
import type { PointerInput, Tool, ToolContext, ToolEntry } from './tool.ts'

/** Distance after which a press becomes a drag, CSS px. */
const SLOP = 3
/** A second click within this time is a double click, which keeps the selected layer. */
const DOUBLE_CLICK_MS = 500

interface Click {
  /** CSS px. */
  at: Point
  timeMs: number
  keys: PointerInput['keys']
  /** The layers under the pointer, the frontmost first; empty when a handle was pressed. */
  hits: readonly LayerId[]
  /** The frontmost layer was selected before the press, so a click with Shift deselects it. */
  wasSelected: boolean
}

export const SELECT: ToolEntry = { create: createSelectTool }

function createSelectTool(context: ToolContext): Tool {
  const { session, viewport, kinds, feedback } = context
  const { ui } = session
  let drag: Drag | null = null
  let marquee: Marquee | null = null
  let click: Click | null = null
  let lastClick: Click | null = null

  function under(at: Point, isCoarse: boolean): { grip: Grip | null; group: Group | null; hits: LayerId[] } {
    const doc = snapshotOf(session)
    const { zoom } = viewport.get()
    const point = toDocument(viewport.get(), at)
    const tolerance = isCoarse ? TOLERANCE.coarse : TOLERANCE.fine
    const group = groupOf(doc, kinds, ui.selection)
    const grip = group && gripAt(group.placed, point, zoom, tolerance.handle, abilitiesOf(group))
    return { grip, group, hits: layersAt(doc, { kinds, assets: session.assets }, point, zoom, tolerance.select) }
  }

  /**
   * Selects the frontmost layer under the pointer, unless a selected layer is there too, which the user may be about to
   * drag.
   */
  function choose(hits: readonly LayerId[], isAdding: boolean) {
    const [front] = hits
    if (hits.some((id) => isSelected(ui, id))) return
    if (front) select(ui, ...(isAdding ? ui.selection : []), front)
    else if (!isAdding) select(ui)
  }

  /**
   * Handles a press that was a click: selects the frontmost layer, or the next one below after a click at the same
   * place; with Shift toggles the frontmost one.
   */
  function settle({ at, timeMs, keys, hits, wasSelected }: Click) {
    const [front] = hits
    if (!front) return
    const isSamePlace = lastClick !== null && Math.hypot(lastClick.at.x - at.x, lastClick.at.y - at.y) <= SLOP
    const [only, second] = ui.selection
    if (keys.shift) {
      // A layer that this press has added stays selected.
      if (isSelected(ui, front) === wasSelected) toggleSelected(ui, front)
    } else if (isSamePlace && only && !second && hits.includes(only)) {
      const isDouble = lastClick !== null && timeMs - lastClick.timeMs < DOUBLE_CLICK_MS
      const next = hits[(hits.indexOf(only) + 1) % hits.length]
      if (!isDouble && next) select(ui, next)
    } else select(ui, front)
  }

  return {
    down(input) {
      const { at, type, keys, timeMs } = input
      const found = under(at, type === 'touch')
      const hits = found.grip ? [] : found.hits
      const wasSelected = hits[0] !== undefined && isSelected(ui, hits[0])
      if (!found.grip) choose(hits, keys.shift)
      if (!found.grip && hits.length === 0) {
        if (!keys.shift || type === 'touch') return false
        marquee = startMarquee(context, toDocument(viewport.get(), at))
        return true
      }
      click = { at, timeMs, keys, hits, wasSelected }
      const doc = snapshotOf(session)
      const group = found.grip ? found.group : groupOf(doc, kinds, ui.selection)
      if (!group) return false
      const byKey: DragMode = keys.rotate ? { type: 'rotate' } : keys.scale ? { type: 'scale' } : { type: 'move' }
      const from = toDocument(viewport.get(), at)
      drag = { mode: found.grip ?? byKey, from, group, others: othersOf(doc, kinds, group), gesture: null }
      return true
    },
    move({ at, keys }) {
      const to = toDocument(viewport.get(), at)
      marquee?.move(to)
      if (!drag) return
      const { zoom } = viewport.get()
      if (!drag.gesture) {
        if (Math.hypot(to.x - drag.from.x, to.y - drag.from.y) * zoom < SLOP) return
        drag.gesture = session.history.begin(t(LABELS[drag.mode.type]))
      }
      applyDrag(session, drag, to, keys, { zoom, cursor: at }, feedback)
    },
    up() {
      if (drag && !drag.gesture && click) {
        settle(click)
        lastClick = click
      }
      drag?.gesture?.commit()
      drag = null
      marquee = null
      feedback.clear()
    },
    cancel() {
      drag?.gesture?.cancel()
      drag = null
      marquee?.cancel()
      marquee = null
      feedback.clear()
    },
    cursor(at) {
      if (marquee) return 'crosshair'
      if (drag) return drag.mode.type === 'move' ? 'grabbing' : 'crosshair'
      const { grip, group, hits } = under(at, false)
      if (!grip) return hits.length > 0 ? 'grab' : 'default'
      return grip.type === 'resize' ? resizeCursor(grip.handle, group?.placed.rotation ?? 0) : 'crosshair'
    },
  }
}

/**
 * Returns the upright boxes of everything that does not move: the other layers, and the subject where it is no movable
 * layer.
 */
function othersOf(doc: DocumentSnapshot, kinds: TransformTable, { members }: Group): Rect[] {
  const moved = new Set(members.map(({ id }) => id))
  const layers = movableLayers(doc, kinds).flatMap((id) => {
    const placed = moved.has(id) ? null : placedOf(doc, kinds, id)
    return placed ? [uprightBox(placed)] : []
  })
  const subject = layerOfKind(doc, 'subject')
  const isFixed = subject !== undefined && placedOf(doc, kinds, subject.id) === null
  return doc.separation && isFixed ? [doc.separation.box, ...layers] : layers
}

/** Returns the CSS resize cursor for a handle of a rotated box. */
function resizeCursor(handle: Handle, rotation: number): string {
  const angle = (Math.atan2(handle.y, handle.x) * 180) / Math.PI + rotation
  const eighth = ((Math.round(angle / 45) % 4) + 4) % 4
  return ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'][eighth] ?? 'default'
}
