import { useSnapshot } from 'valtio'
import { clamp } from '#client/kit/base/fields.ts'
import type { Point } from '#client/kit/base/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Pad } from '#client/kit/ui/controls/Pad.tsx'
import { useHistoryEvents } from '../../controls/useField.ts'
import { type TextLayer, textFields } from '../schema.ts'

const { fields } = textFields.threeDEffect

/** Rotation at the edge of the pad, degrees. The sliders have a larger range. */
const REACH = 90

/** Pad for the rotation about both axes of the text. The knob shows the direction that the text faces. */
export function AnglePad({ layer }: { layer: TextLayer }) {
  const effect = layer.threeDEffect
  const { rotateX, rotateY } = useSnapshot(effect)
  const events = useHistoryEvents<Point>(t('Angle'), `${layer.id}.threeDEffect.angle`, ({ x, y }) => {
    effect.rotateY = clamp(fields.rotateY, Math.round(REACH * x))
    effect.rotateX = clamp(fields.rotateX, Math.round(-REACH * y))
  })
  const within = (degrees: number) => Math.min(1, Math.max(-1, degrees / REACH))
  return <Pad {...events} at={{ x: within(rotateY), y: within(-rotateX) }} />
}

/**
 * Pad for the light. The knob's direction is the light's angle (up = from above), and its distance from the centre is
 * the intensity.
 */
export function LightPad({ layer }: { layer: TextLayer }) {
  const effect = layer.threeDEffect
  const { lightAngle, lightIntensity } = useSnapshot(effect)
  const events = useHistoryEvents<Point>(t('Light'), `${layer.id}.threeDEffect.light`, ({ x, y }) => {
    const degrees = Math.round((Math.atan2(x, -y) * 180) / Math.PI)
    effect.lightAngle = clamp(fields.lightAngle, (degrees + 360) % 360)
    effect.lightIntensity = clamp(
      fields.lightIntensity,
      Math.round(Math.hypot(x, y) * fields.lightIntensity.max * 20) / 20,
    )
  })
  const radians = (lightAngle * Math.PI) / 180
  const distance = lightIntensity / fields.lightIntensity.max
  return <Pad {...events} isRound at={{ x: distance * Math.sin(radians), y: -distance * Math.cos(radians) }} />
}
