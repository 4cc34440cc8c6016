import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import type { Point, Size } from '#client/kit/geometry/geometry.ts'
import { useLanguage } from '#client/kit/i18n/language.ts'
import { directionOf } from '#client/kit/i18n/languages.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { COARSE, NARROW, useIsTyping, useMedia, useSize } from '#client/kit/ui/hooks.ts'
import { mayRemove } from '#client/layers/actions.ts'
import { kinds } from '#client/layers/registry.ts'
import { boxesOfOthers, headBox } from '#client/layers/subjectBox.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import { useDocument } from '#client/model/session/session.ts'
import { changeableSelection } from '#client/model/session/ui/subject.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import { toCss } from '#client/render/compositor/viewport.ts'
import { uprightBox } from '#client/render/kind.ts'
import { gripsOf, groupOf } from '../tools/group.ts'
import { isSelectionFaint, onScreen, TOUCH, turnedOnScreen, WIDE } from '../workspace/view.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { barPlace } from './barPlace.ts'
import { LayerActions } from './LayerActions.tsx'
import styles from './MiniBar.module.css'
import { PhotoBar } from './NamedCommand.tsx'
import { usePhotoTools } from './usePhotoTools.ts'

/** Gap between the bar and the controls at the bottom of the canvas, in CSS px. */
const GAP = 12

/** The area of toasts and of the note about the watermark at the top of the canvas, in CSS px. */
const MESSAGES = { y: 12, width: 400, height: 34 }

/**
 * The toolbar next to the selected layers. If no layer is selected, the toolbar is in a corner of the canvas and
 * contains tools for the photo. Hidden during drags and while the user types on the canvas.
 */
export function MiniBar() {
  const { session, viewport, feedback } = useWorkspace()
  const ui = useSnapshot(session.ui) as Ui
  const selection = changeableSelection(ui)
  const doc = useDocument()
  const view = useSyncExternalStore(viewport.subscribe, viewport.get)
  const isDragging = useSyncExternalStore(
    feedback.subscribe,
    () => feedback.readout !== null || feedback.guides.length > 0,
  )
  const isCoarse = useMedia(COARSE)
  const isTyping = useIsTyping()
  const isRightToLeft = directionOf(useLanguage()) === 'rtl'
  const hasPhotoTools = usePhotoTools()
  const { hidesSelection, fadesSelection } = session.viewOf(ui.panel)
  if (isDragging || ui.typing || hidesSelection) return null
  // computed from the subscribed snapshot, so that the bar rerenders when a field changes the box
  const group = groupOf(doc, kinds, selection)
  // If only the subject and the background are selected, the bar has no actions.
  if (!group?.members.some(({ id }) => mayRemove({ doc }, id))) return hasPhotoTools && <PhotoBar ui={ui} />
  if (fadesSelection) return null
  const pointer = isCoarse ? 'coarse' : 'fine'
  const { end, height } = isCoarse ? TOUCH : WIDE
  const { width } = view.canvas
  const messages = isCoarse ? [] : [{ ...MESSAGES, x: (width - MESSAGES.width) / 2 }]
  const room = {
    canvas: view.canvas,
    floor: height + GAP,
    besideControls: isRightToLeft ? { start: end + GAP, end: width - GAP } : { start: GAP, end: width - end - GAP },
    isTyping: isCoarse && isTyping, // only touch screens have an on-screen keyboard
    handles: gripsOf(group, view, pointer).map((at) => toCss(view, at)),
    others: [
      ...[...boxesOfOthers(doc, selection), headBox(doc)].flatMap((box) => (box ? onScreen(box, view) : [])),
      ...messages,
    ],
    picture: turnedOnScreen(pictureRect(doc), view),
  }
  return (
    <Bar
      key={selection.join()}
      label={group.members.length === 1 ? t('Selected layer') : t('Selected layers')}
      place={(bar) => barPlace(onScreen(uprightBox(group.placed), view), { ...room, bar })}
    >
      {(pin) => <LayerActions group={group} doc={doc} pin={pin} />}
    </Bar>
  )
}

interface BarProps {
  label: string
  /** Returns where the top center of a bar of this size goes, in CSS px. Null if there isn't enough room. */
  place(size: Size): Point | null
  /** Renders the bar's content. `pin` fixes the bar's position while one of its popovers is open. */
  children(pin: (isOpen: boolean) => void): ReactNode
}

/** The bar next to the selected layers. On phones, the bar is docked between Crop and Layers. */
function Bar({ label, place, children }: BarProps) {
  const { session, panels, feedback } = useWorkspace()
  const ui = useSnapshot(session.ui) as Ui
  const bar = useRef<HTMLDivElement>(null)
  const size = useSize(bar)
  const isDocked = useMedia(NARROW)
  const [pinned, setPinned] = useState<Point | null>(null)
  const at = pinned ?? (size && place(size))
  const { x, y } = at ?? {}
  useEffect(() => {
    const isFloating = !isDocked && size && x !== undefined && y !== undefined
    if (isFloating) feedback.placeBar({ x: x - size.width / 2, y, ...size })
    return () => feedback.placeBar(null)
  }, [feedback, isDocked, size, x, y])
  return (
    <div
      ref={bar}
      className={styles.bar}
      data-faint={isSelectionFaint(ui, panels) || undefined}
      data-docked={isDocked || undefined}
      role="toolbar"
      aria-label={label}
      style={isDocked ? undefined : at ? { translate: `calc(${at.x}px - 50%) ${at.y}px` } : { visibility: 'hidden' }}
    >
      {children((isOpen) => setPinned(isOpen ? at : null))}
    </div>
  )
}
