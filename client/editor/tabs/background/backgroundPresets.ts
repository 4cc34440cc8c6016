/** Backgrounds that one click sets: gradients, colours of the photo, and the blurred original. */
import { clamp, type Hex } from '#client/kit/base/fields.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { colorBackdrop } from '#client/model/document/backdrop.ts'
import type { Session } from '#client/model/session/session.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'

/** A gradient from the top to the bottom. */
export interface GradientPreset {
  /** English; translated when shown. */
  name: string
  top: Hex
  bottom: Hex
}

export const GRADIENTS: readonly GradientPreset[] = [
  { name: 'Studio', top: '#f4f4f2', bottom: '#b6b6b2' },
  { name: 'Sky', top: '#7fbdf5', bottom: '#e6f3ff' },
  { name: 'Dusk', top: '#ff5f8f', bottom: '#ffb35c' },
  { name: 'Mint', top: '#c9f5e2', bottom: '#5cc3a5' },
  { name: 'Lilac', top: '#e6dbff', bottom: '#9a80e6' },
  { name: 'Night', top: '#0b1020', bottom: '#2c4474' },
]

/** Colours of the photo, most frequent first. */
interface Colors {
  readonly subject: readonly Hex[]
  readonly background: readonly Hex[]
}

/** Returns gradients between the two most frequent colours of the subject and of the background. */
export const photoGradients = ({ subject, background }: Colors): GradientPreset[] =>
  [
    { name: 'Subject', colors: subject },
    { name: 'Photo', colors: background },
  ].flatMap(({ name, colors: [top, bottom = top] }) => (top && bottom ? [{ name, top, bottom }] : []))

/** Sets a gradient behind the subject, as one undo step. */
export function setGradient({ doc, history }: Session, { top, bottom }: GradientPreset): void {
  history.transact(t('Gradient'), () => {
    doc.backdrop = colorBackdrop({ color: top, gradient: { color: bottom, angle: 180 } })
  })
}

/** Standard deviation of the blur relative to the photo's shorter side. */
const BLUR = 0.015

/** Shows the photo's own background blurred, as one undo step. The blur is the enhancement of the Tune tab. */
export function blurBackground({ doc, history }: Session): void {
  const { photo } = doc
  if (!photo) return
  const blur = clamp(tuneFields.blur, BLUR * Math.min(photo.width, photo.height))
  history.transact(t('Background blur'), () => {
    doc.backdrop = { type: 'original' }
    doc.tune.background.blur = blur
  })
}
