import { type PointerEvent, type RefObject, useEffect, useState } from 'react'
import type { LayerId } from '#client/kit/base/ids.ts'
import { mayRestack, restackLayer } from '#client/layers/restack.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'

/** Distance from the pointer down after which the gesture is a drag, CSS px. */
const SLOP = 4

interface RowDrag {
  id: LayerId
  pointer: number
  from: number
  /**
   * Index of the row before which the dragged row would be dropped, counted from the front; null until the pointer has
   * moved far enough.
   */
  gap: number | null
}

/**
 * Hook that lets a row of the list be dragged to another position. Returns pointer handlers for the list, the dragged
 * layer and the gap under the pointer. A drop is one undo step.
 */
export function useRowDrag(list: RefObject<HTMLElement | null>, rows: readonly LayerId[]) {
  const { session } = useWorkspace()
  const [drag, setDrag] = useState<RowDrag | null>(null)
  const isDragging = drag !== null
  useEffect(() => {
    if (!isDragging) return
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation() // Escape only cancels the drag
      setDrag(null)
    }
    window.addEventListener('keydown', cancel, true)
    return () => window.removeEventListener('keydown', cancel, true)
  }, [isDragging])

  const gapAt = (y: number) => {
    const middles = [...(list.current?.querySelectorAll('[role=treeitem]') ?? [])].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2
    })
    const gap = middles.findIndex((middle) => y < middle)
    return gap < 0 ? middles.length : gap
  }

  const events = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-layer]') : null
      const id = row?.dataset.layer as LayerId | undefined
      // with touch, rows scroll the list and the grip drags
      const isGrip = event.target instanceof Element && event.target.closest('[data-grip]') !== null
      const isButton = event.target instanceof Element && event.target.closest('button,input') !== null
      if (!id || event.button !== 0 || isButton || (event.pointerType === 'touch' && !isGrip)) return
      if (mayRestack(snapshotOf(session), id)) setDrag({ id, pointer: event.pointerId, from: event.clientY, gap: null })
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag?.pointer !== event.pointerId) return
      if (drag.gap === null) {
        if (Math.abs(event.clientY - drag.from) < SLOP) return
        event.currentTarget.setPointerCapture(event.pointerId)
      }
      const gap = gapAt(event.clientY)
      if (gap !== drag.gap) setDrag({ ...drag, gap })
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (drag?.pointer !== event.pointerId) return
      setDrag(null)
      if (drag.gap === null) return
      const below = rows.slice(drag.gap).filter((id) => id !== drag.id)
      restackLayer(session, drag.id, below.length)
    },
    onPointerCancel: () => setDrag(null),
  }
  const isMoving = drag !== null && drag.gap !== null
  return { events, dragged: isMoving ? drag.id : null, gap: isMoving ? drag.gap : null }
}
