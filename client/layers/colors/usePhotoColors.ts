import { useCallback } from 'react'
import { idle } from '#client/kit/async/scheduling.ts'
import { useLoaded } from '#client/kit/ui/hooks.ts'
import { snapshotOf, useDocument, useSession } from '#client/model/session/session.ts'
import { computePhotoColors, type PhotoColors } from './photoColors.ts'

export const NO_COLORS: PhotoColors = { subject: [], background: [] }

/**
 * Hook that returns the most frequent colors of the subject and of the background. They are computed once per photo
 * and subject. Until then, both lists are empty.
 */
export function usePhotoColors(): PhotoColors {
  const session = useSession()
  const { photo, separation } = useDocument()
  const key = photo && separation ? `${photo.asset} ${separation.matte}` : null
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (key) await idle(signal)
      return key && !signal.aborted ? computePhotoColors(snapshotOf(session), session.assets) : null
    },
    [session, key],
  )
  return useLoaded(load)[0] ?? NO_COLORS
}
