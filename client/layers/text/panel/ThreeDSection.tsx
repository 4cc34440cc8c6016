import type { CSSProperties } from 'react'
import { snapshot, useSnapshot } from 'valtio'
import { type Point, radiansOf } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Pad } from '#client/kit/ui/controls/Pad.tsx'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { clampField, defaults } from '#client/kit/values/fields.ts'
import { isEqual } from '#client/kit/values/identity.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { snapshotOf, useSession } from '#client/model/session/session.ts'
import { PresetTile, PresetTiles } from '../../cards/PresetTiles.tsx'
import { FieldList } from '../../controls/FieldList.tsx'
import { FieldSection } from '../../controls/FieldSection.tsx'
import { useHistoryEvents } from '../../controls/useField.ts'
import { type TextLayer, textFields } from '../schema.ts'
import { applyPreset, FIRST_PRESET, PRESETS } from './presets.ts'
import styles from './ThreeDSection.module.css'

const field = textFields.threeDEffect
const { depth, perspective, rotateX, rotateY, rotateZ, extrudeColor, lightAngle, lightIntensity } = field.fields
const { shadowColor, shadowOpacity, shadowBlur, shadowOffsetX, shadowOffsetY } = field.fields
const ANGLE = { rotateX, rotateY, rotateZ }
const BODY = { depth, perspective, extrudeColor }
const LIGHT = { lightAngle, lightIntensity }
const SHADOW = { shadowColor, shadowOpacity, shadowBlur, shadowOffsetX, shadowOffsetY }

interface Props {
  layer: TextLayer
  /** If false, the presets are shown elsewhere in the panel. */
  hasPresets: boolean
}

/** Controls for the 3D effect: presets, and groups for angle, extrusion, light and shadow. */
export function ThreeDSection({ layer, hasPresets }: Props) {
  const session = useSession()
  const path = `${layer.id}.threeDEffect`
  const list = { path, record: layer.threeDEffect }
  const isUntouched = () => {
    const { enabled: _, ...now } = snapshot(layer.threeDEffect)
    const { enabled: __, ...fresh } = defaults(field.fields)
    return isEqual(now, fresh)
  }
  return (
    <FieldSection
      path={path}
      record={layer.threeDEffect}
      field={field}
      onEnable={() => {
        if (isUntouched()) applyPreset(layer, FIRST_PRESET, () => snapshotOf(session))
      }}
    >
      {hasPresets && <ThreeDPresets layer={layer} />}
      <Section title={t('Angle')} isNested startsOpen>
        <AnglePad layer={layer} />
        <FieldList {...list} fields={ANGLE} />
      </Section>
      <Section title={t('Extrusion')} isNested startsOpen>
        <FieldList {...list} fields={BODY} />
      </Section>
      <Section title={t('Light')} isNested>
        <LightPad layer={layer} />
        <FieldList {...list} fields={LIGHT} />
      </Section>
      <Section title={t('Shadow')} isNested>
        <FieldList {...list} fields={SHADOW} />
      </Section>
    </FieldSection>
  )
}

/** Tiles that enable the 3D effect with a preset. */
export function ThreeDPresets({ layer }: { layer: TextLayer }) {
  const session = useSession()
  const { enabled, rotateX, rotateY, rotateZ } = useSnapshot(layer.threeDEffect)
  return (
    <PresetTiles label={t('3D presets')} columns={3}>
      {PRESETS.map((preset) => (
        <PresetTile
          key={preset.name}
          name={t(preset.name)}
          // compares only the rotation, because all lengths depend on the text
          isPressed={enabled && isEqual(preset.turn, [rotateX, rotateY, rotateZ])}
          onPress={() =>
            session.history.transact(t('3D: {preset}', { preset: t(preset.name) }), () =>
              applyPreset(layer, preset, () => snapshotOf(session)),
            )
          }
        >
          <span className={styles.glyph} style={glyphStyle(preset.turn)} aria-hidden>
            A
          </span>
        </PresetTile>
      ))}
    </PresetTiles>
  )
}

/** Returns the CSS for a preset's icon: a rotated letter whose extrusion consists of stacked text shadows. */
const glyphStyle = ([x, y, z]: readonly [number, number, number]): CSSProperties => ({
  transform: `perspective(80px) rotateX(${x}deg) rotateY(${y}deg) rotateZ(${z}deg)`,
  textShadow: [1, 2, 3, 4]
    .map((i) => `${(-y / 24) * i}px ${(x === 0 ? 0.5 : x / 18) * i}px 0 var(--gray-8)`)
    .join(', '),
})

/** Rotation when the knob is at the edge of the pad, degrees. The sliders allow larger angles. */
const REACH = 90

/** A pad for rotating the text around its x and y axes. The knob's position shows where the text faces. */
function AnglePad({ layer }: { layer: TextLayer }) {
  const effect = layer.threeDEffect
  const { rotateX, rotateY } = useSnapshot(effect)
  const events = useHistoryEvents<Point>(t('Angle'), `${layer.id}.threeDEffect.angle`, ({ x, y }) => {
    effect.rotateY = clampField(field.fields.rotateY, Math.round(REACH * x))
    effect.rotateX = clampField(field.fields.rotateX, Math.round(-REACH * y))
  })
  const within = (degrees: number) => clamp(degrees / REACH, -1, 1)
  return <Pad {...events} at={{ x: within(rotateY), y: within(-rotateX) }} />
}

/**
 * A pad for the light. The direction from the center to the knob is the light's angle (up = from above). The distance
 * from the center is the intensity.
 */
function LightPad({ layer }: { layer: TextLayer }) {
  const effect = layer.threeDEffect
  const { lightAngle, lightIntensity } = useSnapshot(effect)
  const events = useHistoryEvents<Point>(t('Light'), `${layer.id}.threeDEffect.light`, ({ x, y }) => {
    const degrees = Math.round((Math.atan2(x, -y) * 180) / Math.PI)
    effect.lightAngle = clampField(field.fields.lightAngle, (degrees + 360) % 360)
    effect.lightIntensity = clampField(
      field.fields.lightIntensity,
      Math.round(Math.hypot(x, y) * field.fields.lightIntensity.max * 20) / 20,
    )
  })
  const radians = radiansOf(lightAngle)
  const distance = lightIntensity / field.fields.lightIntensity.max
  return <Pad {...events} isRound at={{ x: distance * Math.sin(radians), y: -distance * Math.cos(radians) }} />
}
