import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { useSession } from '#client/model/session/session.ts'
import { MOTION_TAB } from '#client/model/session/ui/ui.ts'

const MotionPlayer = lazy(() => import('./MotionPlayer.tsx'))

/** Replaces the canvas by the playing motion while the Motion panel is open. */
export function MotionStage() {
  const { doc, ui } = useSession()
  const { tab } = useSnapshot(ui)
  const { photo } = useSnapshot(doc)
  if (tab !== MOTION_TAB || !photo) return null
  return (
    <Suspense>
      <MotionPlayer />
    </Suspense>
  )
}
