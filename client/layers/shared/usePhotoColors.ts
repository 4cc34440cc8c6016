import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { whenIdle } from '#client/kit/base/scheduling.ts'
import { snapshotOf, useSession } from '#client/model/session/session.ts'
import { computePhotoColors, type PhotoColors } from './photoColors.ts'

const NONE: PhotoColors = { subject: [], background: [] }

/** Hook that returns the photo's frequent colours, computed once per photo and subject; empty until computed. */
export function usePhotoColors(): PhotoColors {
  const session = useSession()
  const { photo, separation } = useSnapshot(session.doc)
  const key = photo && separation ? `${photo.asset} ${separation.matte}` : null
  const [known, setKnown] = useState<{ key: string; colors: PhotoColors } | null>(null)
  useEffect(() => {
    if (!key) return
    let isWanted = true
    const stop = whenIdle(() => {
      void computePhotoColors(snapshotOf(session), session.assets).then((colors) => {
        if (isWanted && colors) setKnown({ key, colors })
      })
    }, 'soon')
    return () => {
      isWanted = false
      stop()
    }
  }, [session, key])
  return known?.key === key ? known.colors : NONE
}
