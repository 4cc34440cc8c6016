import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { COARSE, NARROW, useMedia } from '#client/kit/ui/hooks.ts'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { Canvas } from '../canvas/Canvas.tsx'
import { OpeningPhoto } from '../canvas/DropZone.tsx'
import { EmptyCanvas } from '../canvas/EmptyCanvas.tsx'
import { MiniBar } from '../canvas/MiniBar.tsx'
import { ZoomBar } from '../canvas/ZoomBar.tsx'
import { WATERMARK_NOTE } from '../flows/messages.ts'
import { Slot } from '../host/Slot.tsx'
import { UndoRedo } from './BarGroup.tsx'
import { FlowStatus } from './FlowStatus.tsx'
import { PageDropTarget } from './PageDropTarget.tsx'
import styles from './Screen.module.css'
import type { PhoneTyping } from './usePhoneTyping.ts'

interface Props {
  phoneTyping: PhoneTyping
  /** True while the editor reopens the photo that was open before a sign-in or a payment. */
  isOpening: boolean
}

/**
 * The region with the canvas, its bars and messages. It is marked as busy while a flow is running. When the pointer
 * first enters a photo, the note about the watermark appears. When the pointer leaves or presses the canvas, the note
 * disappears and doesn't appear again.
 */
export function CanvasRegion({ phoneTyping, isOpening }: Props) {
  const { ui } = useSession()
  const { busy, typing } = useSnapshot(ui)
  const isNarrow = useMedia(NARROW)
  const hasTypingBar = useMedia(COARSE) && (phoneTyping === 'canvas' || typing !== null)
  const hasPhoto = useDocument().photo !== null
  const [isNoteSeen, setNoteSeen] = useState(false)
  const endNote = () => {
    if (hasPhoto && busy === null && ui.status === null && ui.typing === null) setNoteSeen(true)
  }
  return (
    <main className={styles.stage} aria-busy={busy !== null} onPointerLeave={endNote} onPointerDown={endNote}>
      {hasPhoto && !isNoteSeen && <p className={styles.note}>{t(WATERMARK_NOTE)}</p>}
      <Canvas />
      <Slot name="canvas" />
      {!hasPhoto && !isOpening && <EmptyCanvas />}
      {!hasPhoto && isOpening && <OpeningPhoto />}
      {!phoneTyping && <MiniBar />}
      {isNarrow && hasPhoto && !phoneTyping && !hasTypingBar && <UndoRedo isFloating />}
      {!phoneTyping && !hasTypingBar && <ZoomBar />}
      {hasTypingBar && <Slot name="typing" isPhone={phoneTyping === 'canvas'} />}
      <FlowStatus />
      <PageDropTarget />
    </main>
  )
}
