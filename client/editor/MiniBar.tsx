import { BringToFront, Copy, SendToBack, Trash2 } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { toCss } from '../compositor/viewport.ts'
import type { DocumentSnapshot } from '../document/document.ts'
import { extent } from '../interact/snap.ts'
import { placedOf } from '../interact/targets.ts'
import { duplicateLayer, placeLayer, removeLayer } from '../layers/actions.ts'
import { kinds } from '../layers/registry.ts'
import { selectedLayer } from '../session/ui/selection.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { barPlace } from './barPlace.ts'
import styles from './MiniBar.module.css'
import { useIsTyping } from './useIsTyping.ts'
import { COARSE, useMedia } from './useMedia.ts'
import { useWorkspace } from './WorkspaceContext.tsx'

/** What the bar needs, and what undo or zoom take at the bottom of the canvas; CSS px. */
const FINE = { bar: { width: 90, height: 34 }, floor: 52 }
const FOR_FINGERS = { bar: { width: 144, height: 52 }, floor: 72 }

/** What can be done to the selected layer, right beside it. */
export function MiniBar() {
  const { session, viewport, feedback } = useWorkspace()
  const selection = selectedLayer(useSnapshot(session.ui))
  const doc = useSnapshot(session.doc)
  const view = useSyncExternalStore(viewport.subscribe, viewport.get)
  const isDragging = useSyncExternalStore(
    feedback.subscribe,
    () => feedback.readout !== null || feedback.guides.length > 0,
  )
  const isCoarse = useMedia(COARSE)
  const isTyping = useIsTyping()
  const layer = selection ? doc.layers[selection] : undefined
  // Out of the tracked snapshot: the bar follows every field that the box depends on.
  const placed = placedOf(doc as DocumentSnapshot, kinds, selection)
  if (!selection || !layer || !placed || isDragging) return null

  const half = extent(placed)
  const corner = toCss(view, { x: placed.center.x - half.width, y: placed.center.y - half.height })
  const box = { ...corner, width: 2 * half.width * view.zoom, height: 2 * half.height * view.zoom }
  const place = barPlace(box, {
    canvas: view.canvas,
    ...(isCoarse ? FOR_FINGERS : FINE),
    isTyping: isCoarse && isTyping, // with fingers the keyboard is on the screen
  })
  if (!place) return null
  const isBehind = layer.placement === 'background'
  return (
    <div
      className={styles.bar}
      role="toolbar"
      aria-label="Selected layer"
      style={{ translate: `calc(${place.x}px - 50%) ${place.y}px` }}
    >
      <IconButton
        size="small"
        label={isBehind ? 'Bring in front' : 'Send behind'}
        icon={isBehind ? BringToFront : SendToBack}
        shortcut={isBehind ? ']' : '['}
        onClick={() => placeLayer(session, selection, isBehind ? 'foreground' : 'background')}
      />
      <IconButton
        size="small"
        label="Duplicate layer"
        icon={Copy}
        shortcut="Mod+D"
        onClick={() => duplicateLayer(session, selection)}
      />
      <IconButton
        size="small"
        label="Delete layer"
        icon={Trash2}
        shortcut="Del"
        onClick={() => removeLayer(session, selection)}
      />
    </div>
  )
}
