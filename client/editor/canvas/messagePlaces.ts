import { useMemo, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { EMPTY_RECT, type Rect, type Size } from '#client/kit/geometry/geometry.ts'
import { sharedArea } from '#client/kit/geometry/rect.ts'
import { COARSE, NARROW, SHEETS, SMALL, useMedia } from '#client/kit/ui/hooks.ts'
import { cheapest } from '#client/layers/occlusion/occlusion.ts'
import { boxesOfOthers, headBox } from '#client/layers/subjectBox.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import { useDocument } from '#client/model/session/session.ts'
import { onScreen, PHONE, TOUCH, turnedOnScreen, WIDE } from '../workspace/view.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'

/** Gap between messages and the edge of the canvas, in CSS px. */
const GAP = 12
/** Usual size of the status message and of the note about the watermark, in CSS px. */
const NOTE = { width: 500, height: 34 }
/** Usual size of a toast in CSS px. */
const TOAST = { width: 380, height: 46 }
/** Height of a toast on phones in CSS px. */
const LINE = 44
/** Minimum canvas width in CSS px at which messages can be next to the zoom bar. */
const ROW_FROM = 680
/** Cost of covering an area of the image, relative to the same area of a layer. */
const OF_IMAGE = 0.01
/** Cost of covering an area of the toolbar, relative to the same area of a layer. */
const OF_BAR = 1e3

/** The areas that messages should avoid, CSS px from the canvas's top left corner. */
export interface MessageRoom {
  canvas: Size
  picture: Rect
  /** The layers that the user has added, and the subject's head. */
  layers: readonly Rect[]
  /** The toolbar next to the selected layers, or null. */
  bar: Rect | null
  /** Height of the controls at the bottom of the canvas. */
  floor: number
  isPhone: boolean
  /** True while a sheet is open below the canvas on a phone. */
  hasSheet: boolean
  /** False while there is a button at the upper edge of the canvas on a phone. */
  isTopFree: boolean
}

/**
 * The places of messages: at an edge of the canvas, centered horizontally. `row`: next to the zoom bar. `sheet`: over
 * the title of the sheet below the canvas.
 */
export interface MessagePlaces {
  note: 'top' | 'bottom' | 'row'
  toasts: 'top' | 'bottom' | 'row' | 'sheet'
}

/**
 * Returns the places where messages cover the least. These are places outside the image, or else at the edge with fewer
 * layers. If both edges are equal, this is the lower edge.
 */
export function messagePlaces({
  canvas,
  picture,
  layers,
  bar,
  floor,
  isPhone,
  hasSheet,
  isTopFree,
}: MessageRoom): MessagePlaces {
  const costOf = ({ width, ...rest }: Omit<Rect, 'x'>) => {
    const strip = { ...rest, width, x: (canvas.width - width) / 2 }
    const least = OF_IMAGE * sharedArea(picture, strip) + (bar ? OF_BAR * sharedArea(bar, strip) : 0)
    return layers.reduce((sum, layer) => sum + sharedArea(layer, strip), least)
  }
  const hasRow = floor === WIDE.height && canvas.width >= ROW_FROM
  const low = hasRow ? ('row' as const) : ('bottom' as const)
  const under = canvas.height - (hasRow ? 0 : floor) - GAP
  const toast = isPhone ? { width: canvas.width, height: LINE } : TOAST
  const toasts = [
    { at: low, cost: costOf({ ...toast, y: under - toast.height }) },
    ...(isTopFree ? [{ at: 'top' as const, cost: costOf({ ...toast, y: GAP }) }] : []),
    ...(hasSheet ? [{ at: 'sheet' as const, cost: 0 }] : []),
  ]
  const note = [
    { at: low, cost: costOf({ ...NOTE, y: under - NOTE.height }) },
    { at: 'top' as const, cost: costOf({ ...NOTE, y: GAP }) },
  ]
  return { note: cheapest(note).at, toasts: cheapest(toasts).at }
}

/** Hook that returns the places of messages over the canvas. */
export function useMessagePlaces(): MessagePlaces {
  const { session, viewport, feedback } = useWorkspace()
  const doc = useDocument()
  const { panel, typing, layers } = useSnapshot(session.ui)
  const view = useSyncExternalStore(viewport.subscribe, viewport.get)
  const bar = useSyncExternalStore(feedback.subscribe, () => feedback.bar)
  const isNarrow = useMedia(NARROW)
  const isPhone = useMedia(SMALL)
  const isCoarse = useMedia(COARSE)
  const hasSheets = useMedia(SHEETS)
  const boxes = useMemo(() => [...boxesOfOthers(doc, []), headBox(doc)].filter((box) => box !== null), [doc])
  return messagePlaces({
    canvas: view.canvas,
    picture: doc.photo ? turnedOnScreen(pictureRect(doc), view) : EMPTY_RECT,
    layers: boxes.map((box) => onScreen(box, view)),
    bar,
    floor: (isNarrow ? PHONE : isCoarse ? TOUCH : WIDE).height,
    isPhone,
    hasSheet: hasSheets && !typing && (panel !== null || layers.isOpen === true),
    isTopFree: !isNarrow || viewport.isFitted,
  })
}
