/**
 * The select tool. A click selects a layer. A click with Shift adds a layer to the selection or removes it. A drag
 * moves, resizes or rotates the selected layers. Another click at the same position selects the layer below. A drag
 * with Shift over an empty part of the canvas draws a selection rectangle.
 */
import { transformedBounds } from '#client/kit/geometry/affine.ts'
import { distance, type Point, type Rect } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { seenBox, seenMap } from '#client/layers/placement/seen.ts'
import { weaveMoved } from '#client/layers/text/hiddenText.ts'
import { type DocumentSnapshot, layerOfKind } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { isSelected, select, toggleSelected } from '#client/model/session/ui/selection.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import { toDocument } from '#client/render/compositor/viewport.ts'
import { applyDrag, type Drag, type DragMode, LABELS } from './drag.ts'
import { abilitiesOf, type Group, groupOf } from './group.ts'
import { type Marquee, startMarquee } from './marquee.ts'
import {
  type Grip,
  gripAt,
  layersAt,
  movableLayers,
  placedOf,
  resizeCursor,
  TOLERANCE,
  type TransformTable,
} from './targets.ts'
import type { PointerInput, Tool, ToolContext, ToolEntry } from './tool.ts'

/** If the pointer moves farther than this distance in CSS px, a click becomes a drag. */
const SLOP = 3
/**
 * Maximum time between the clicks of a double click, ms. In a double click, the second click doesn't select the layer
 * below.
 */
const DOUBLE_CLICK_MS = 500

interface Click {
  /** Position of pointer down in CSS px. */
  at: Point
  timeMs: number
  keys: PointerInput['keys']
  /** The layers under the pointer, the frontmost first. Empty if the pointer is on a handle. */
  hits: readonly LayerId[]
  /** True if the frontmost layer was already selected before pointer down, so that a click with Shift deselects it. */
  wasSelected: boolean
}

/** The select tool, which is active when no other tool is. */
export const SELECT: ToolEntry = { create: (context) => new SelectTool(context), selects: true }

class SelectTool implements Tool {
  private readonly context: ToolContext
  private drag: Drag | null = null
  private marquee: Marquee | null = null
  /** The pressed pointer. It becomes a click unless it moves. */
  private click: Click | null = null
  private lastClick: Click | null = null

  constructor(context: ToolContext) {
    this.context = context
  }

  down(input: PointerInput): boolean {
    const { at, type, keys, timeMs } = input
    const { ui } = this.context.session
    const { grip, group, hits } = targetsAt(this.context, at, type === 'touch')
    const hitLayers = grip ? [] : hits
    // The finger may go on to pan or pinch the view, which must not change the selection. Only `tap` deselects layers.
    if (type === 'touch' && !grip && hits.length === 0) return false
    const wasSelected = hitLayers[0] !== undefined && isSelected(ui, hitLayers[0])
    if (!grip) selectFront(ui, hitLayers, keys.shift)
    if (!grip && hitLayers.length === 0) return this.startMarquee(input)
    this.click = { at, timeMs, keys, hits: hitLayers, wasSelected }
    return this.startDrag(input, grip, group)
  }

  move({ at, keys }: PointerInput): void {
    const { session, viewport, feedback } = this.context
    const to = toDocument(viewport.get(), at)
    this.marquee?.move(to)
    const { drag } = this
    if (!drag) return
    const { zoom } = viewport.get()
    if (!drag.gesture) {
      if (distance(to, drag.from) * zoom < SLOP) return
      drag.gesture = session.history.begin(t(LABELS[drag.mode.type]))
    }
    applyDrag(session, drag, to, keys, { zoom, cursor: at }, feedback)
  }

  up(): void {
    if (this.drag && !this.drag.gesture && this.click) {
      selectByClick(this.context.session.ui, this.click, this.lastClick)
      this.lastClick = this.click
    }
    if (this.drag?.gesture?.isOpen) weaveMoved(this.context.session, this.drag.was)
    this.drag?.gesture?.commit()
    this.end()
  }

  tap(): void {
    select(this.context.session.ui)
  }

  cancel(): void {
    this.drag?.gesture?.cancel()
    this.marquee?.cancel()
    this.end()
  }

  cursor(at: Point): string {
    if (this.marquee) return 'crosshair'
    if (this.drag) return this.drag.mode.type === 'move' ? 'grabbing' : 'crosshair'
    const { grip, group, hits } = targetsAt(this.context, at, false)
    if (!grip) return hits.length > 0 ? 'grab' : 'default'
    return grip.type === 'resize' ? resizeCursor(grip.handle, group?.placed.rotation ?? 0) : 'crosshair'
  }

  /** Starts a selection rectangle if Shift is held. */
  private startMarquee({ at, keys }: PointerInput): boolean {
    if (!keys.shift) return false
    this.marquee = startMarquee(this.context, toDocument(this.context.viewport.get(), at))
    return true
  }

  /**
   * Prepares dragging the selected layers. `grip`: the handle under the pointer, or null. Without a handle, the held
   * keys decide whether the drag moves, rotates or scales.
   */
  private startDrag({ at, keys }: PointerInput, grip: Grip | null, gripped: Group | null): boolean {
    const { session, viewport, kinds } = this.context
    const doc = snapshotOf(session)
    const group = grip ? gripped : groupOf(doc, kinds, session.ui.selection)
    if (!group) return false
    const byKey: DragMode = keys.rotate ? { type: 'rotate' } : keys.scale ? { type: 'scale' } : { type: 'move' }
    const from = toDocument(viewport.get(), at)
    this.drag = { mode: grip ?? byKey, from, group, was: doc, others: othersOf(doc, kinds, group), gesture: null }
    return true
  }

  private end(): void {
    this.drag = null
    this.marquee = null
    this.context.feedback.clear()
  }
}

/**
 * Returns what is at a position (CSS px): a handle of the selection, the selected layers, and all layers, the frontmost
 * first.
 */
function targetsAt(
  { session, viewport, kinds }: ToolContext,
  at: Point,
  isCoarse: boolean,
): { grip: Grip | null; group: Group | null; hits: LayerId[] } {
  const doc = snapshotOf(session)
  const view = viewport.get()
  const point = toDocument(view, at)
  const pointer = isCoarse ? 'coarse' : 'fine'
  const group = groupOf(doc, kinds, session.ui.selection)
  const grip = group && gripAt(group.placed, point, view, pointer, abilitiesOf(group))
  return {
    grip,
    group,
    hits: layersAt(doc, { kinds, assets: session.assets }, point, view.zoom, TOLERANCE[pointer].select),
  }
}

/**
 * Selects the frontmost layer under the pointer, or deselects all layers if there is none. If a selected layer is under
 * the pointer, doesn't change the selection, because the user may drag that layer. `isAdding`: adds the layer to the
 * selection, and never deselects.
 */
function selectFront(ui: Ui, hits: readonly LayerId[], isAdding: boolean): void {
  const [front] = hits
  if (hits.some((id) => isSelected(ui, id))) return
  if (front) select(ui, ...(isAdding ? ui.selection : []), front)
  else if (!isAdding) select(ui)
}

/**
 * Selects the frontmost layer at a click. If the previous click was at the same position, selects the layer below. With
 * Shift, toggles the frontmost layer.
 */
function selectByClick(ui: Ui, { at, timeMs, keys, hits, wasSelected }: Click, lastClick: Click | null): void {
  const [front] = hits
  if (!front) return
  const isSamePlace = lastClick !== null && distance(lastClick.at, at) <= SLOP
  const [only, second] = ui.selection
  if (keys.shift) {
    // if pointer down has just selected this layer, the click must not deselect it
    if (isSelected(ui, front) === wasSelected) toggleSelected(ui, front)
  } else if (isSamePlace && only && !second && hits.includes(only)) {
    const isDouble = lastClick !== null && timeMs - lastClick.timeMs < DOUBLE_CLICK_MS
    const next = hits[(hits.indexOf(only) + 1) % hits.length]
    if (!isDouble && next) select(ui, next)
  } else select(ui, front)
}

/**
 * Returns the displayed boxes (px of the turned canvas) of everything that doesn't move: the other layers, and the
 * subject if it can't be moved.
 */
function othersOf(doc: DocumentSnapshot, kinds: TransformTable, { members }: Group): Rect[] {
  const seen = seenMap(doc)
  const moved = new Set(members.map(({ id }) => id))
  const still = movableLayers(doc, kinds).filter((id) => !moved.has(id))
  const layers = groupOf(doc, kinds, still)?.members.map(({ frame }) => seenBox(frame, seen)) ?? []
  const subject = layerOfKind(doc, 'subject')
  const isFixed = subject !== undefined && placedOf(doc, kinds, subject.id) === null
  return doc.separation && isFixed ? [transformedBounds(seen, doc.separation.box), ...layers] : layers
}
