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
import styles from './MiniBar.module.css'
import { useWorkspace } from './WorkspaceContext.tsx'

/** Room between the selection and the bar, CSS px. */
const GAP = 14
/** Half of what the bar needs where it is largest, for fingers; CSS px: it never leaves the canvas. */
const HALF_WIDTH = 76
const HEIGHT = 52
/** What stands at the bottom of the canvas, undo or zoom: the bar stays above it. CSS px. */
const FLOOR = 56

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
  const layer = selection ? doc.layers[selection] : undefined
  // Out of the tracked snapshot: the bar follows every field that the box depends on.
  const placed = placedOf(doc as DocumentSnapshot, kinds, selection)
  if (!selection || !layer || !placed || isDragging) return null

  const below = toCss(view, { x: placed.center.x, y: placed.center.y + extent(placed).height })
  const x = Math.min(view.canvas.width - HALF_WIDTH, Math.max(HALF_WIDTH, below.x))
  const y = Math.max(GAP, Math.min(view.canvas.height - HEIGHT - FLOOR, below.y + GAP))
  const isBehind = layer.placement === 'background'
  return (
    <div
      className={styles.bar}
      role="toolbar"
      aria-label="Selected layer"
      style={{ translate: `calc(${x}px - 50%) ${y}px` }}
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
