import { useEffect, useState } from 'react'
import { subscribe } from 'valtio/vanilla'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { whenIdle } from '#client/kit/async/scheduling.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { Thumbnails } from './thumbnails.ts'

/** Longer side of a thumbnail, px: twice its size in the list, for screens with a high pixel density. */
const SIDE = 72

/** Hook that returns the thumbnails of the rows. Paints them in idle periods while the list is mounted. */
export function useThumbnails(doc: DocumentSnapshot, rows: readonly LayerId[]): Thumbnails {
  const { session, stage } = useWorkspace()
  const [thumbnails] = useState(
    () =>
      new Thumbnails({
        paint: (shown, layer, signal) => paintThumbnail({ session, stage }, shown, layer, signal),
        whenIdle: (run) => whenIdle(run, 'soon'),
        isBusy: () => session.history.isOpen,
      }),
  )
  useEffect(() => {
    thumbnails.update(doc, rows)
  }, [thumbnails, doc, rows])
  useEffect(() => {
    const stop = subscribe(session.doc, () => session.history.isOpen && thumbnails.pause())
    return () => {
      stop()
      thumbnails.pause()
    }
  }, [thumbnails, session])
  return thumbnails
}

async function paintThumbnail(
  { session, stage }: Pick<Workspace, 'session' | 'stage'>,
  doc: DocumentSnapshot,
  layer: LayerId,
  signal: AbortSignal,
): Promise<ImageData | null> {
  const { renderer } = await stage.ready()
  const { paintLayerThumbnail, paintedKinds } = await import('#client/editor/workspace/graphics.ts')
  if (signal.aborted) return null
  const release = session.hold(doc)
  try {
    const context = { renderer, assets: session.assets, kinds: paintedKinds }
    return await paintLayerThumbnail(context, { doc, layer, side: SIDE, signal })
  } finally {
    release()
  }
}
