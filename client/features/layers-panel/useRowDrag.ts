import { type PointerEvent, type RefObject, useState } from 'react'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { useLatest, usePointerDrag } from '#client/kit/ui/hooks.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { mayRestack, restackLayer } from '#client/layers/restack.ts'
import { snapshotOf } from '#client/model/session/session.ts'

/** If the pointer moves farther than this distance in CSS px, the gesture is a drag. */
const SLOP = 4

/**
 * Hook that lets the user drag a row to another position. Returns the pointer handler for the list, the dragged layer,
 * and the gap where the row would be dropped. The gap is the index of the row after it. A drop is one undo step.
 */
export function useRowDrag(list: RefObject<HTMLElement | null>, rows: readonly LayerId[]) {
  const { session } = useWorkspace()
  const [moved, setMoved] = useState<{ dragged: LayerId; gap: number } | null>(null)
  const drag = usePointerDrag()
  const latestRows = useLatest(rows)

  const gapAt = (y: number) => {
    const middles = [...(list.current?.querySelectorAll('[role=treeitem]') ?? [])].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2
    })
    const gap = middles.findIndex((middle) => y < middle)
    return gap < 0 ? middles.length : gap
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-layer]') : null
    const id = row?.dataset.layer as LayerId | undefined
    // on touch screens, the user drags a row only by its grip, because dragging elsewhere scrolls the list
    const isGrip = event.target instanceof Element && event.target.closest('[data-grip]') !== null
    const isButton = event.target instanceof Element && event.target.closest('button,input') !== null
    if (!id || event.button !== 0 || isButton || (event.pointerType === 'touch' && !isGrip)) return
    if (drag.isActive() || !mayRestack(snapshotOf(session), id)) return
    const from = event.clientY
    let gap: number | null = null
    drag.follow(
      event,
      ({ clientY }) => {
        if (gap === null && Math.abs(clientY - from) < SLOP) return
        gap = gapAt(clientY)
        setMoved({ dragged: id, gap })
      },
      (how) => {
        setMoved(null)
        if (gap === null || how === 'onCancel') return
        const below = latestRows.current.slice(gap).filter((other) => other !== id)
        restackLayer(session, id, below.length)
      },
    )
  }
  return { onPointerDown, dragged: moved?.dragged ?? null, gap: moved?.gap ?? null }
}
