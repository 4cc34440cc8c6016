import { Clapperboard } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import type { Slots } from '#client/editor/host/defineFeature.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { useDocument, useSession } from '#client/model/session/session.ts'

const MotionPlayer = lazy(() => import('./MotionPlayer.tsx'))

/** id of the Motion panel in `ui.panel` */
export const MOTION_PANEL = 'motion'

/** A button in the Download dialog that closes the dialog and opens the Motion panel. */
export function MotionOffer({ onClose }: Slots['otherFiles']) {
  const { ui } = useSession()
  const open = () => {
    onClose()
    ui.panel = MOTION_PANEL
  }
  return (
    <Button icon={Clapperboard} size="small" onClick={open}>
      {t('Animate as video or GIF')}
    </Button>
  )
}

/** While the Motion panel is open, plays the motion in place of the canvas. */
export function MotionSlot() {
  const { ui } = useSession()
  const { panel } = useSnapshot(ui)
  const { photo } = useDocument()
  return <Suspense>{panel === MOTION_PANEL && photo && <MotionPlayer />}</Suspense>
}
