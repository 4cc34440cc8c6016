import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { useSession } from '#client/model/session/session.ts'

const MotionPlayer = lazy(() => import('./MotionPlayer.tsx'))

/** id of the Motion panel in `ui.tab` */
export const MOTION_TAB = 'motion'

/** Replaces the canvas with the playing motion while the Motion panel is open. */
export function MotionSlot() {
  const { doc, ui } = useSession()
  const { tab } = useSnapshot(ui)
  const { photo } = useSnapshot(doc)
  return <Suspense>{tab === MOTION_TAB && photo && <MotionPlayer />}</Suspense>
}
