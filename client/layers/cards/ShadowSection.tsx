import { snapshot, useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import type { Values } from '#client/kit/values/fields.ts'
import { isEqual } from '#client/kit/values/identity.ts'
import { useSession } from '#client/model/session/session.ts'
import { shadowField } from '#client/render/shadow/shadowFields.ts'
import { FieldList } from '../controls/FieldList.tsx'
import { FieldSection } from '../controls/FieldSection.tsx'
import { FieldChoice } from '../controls/fieldControls.tsx'
import { useFieldValue } from '../controls/useField.ts'
import { PresetTile, PresetTiles } from './PresetTiles.tsx'
import { SHADOW_PRESETS, type ShadowPreset, ShadowThumbnail, shadowOf } from './ShadowThumbnail.tsx'

const { type, color, opacity, angle, distance, blur, direction, length, softness, contact } = shadowField.fields
const INK = { color, opacity }
const OF_TYPE = { drop: { angle, distance, blur }, ground: { direction, length, softness, contact } }

export function ShadowSection({ path, record }: { path: string; record: Values<typeof shadowField.fields> }) {
  const { history } = useSession()
  const at = { path, record }
  const now = useSnapshot(record)
  const shown = useFieldValue<'type', 'drop' | 'ground'>({ ...at, name: 'type' })
  const apply = (preset: ShadowPreset) =>
    history.transact(t('Shadow: {preset}', { preset: t(preset.name) }), () => {
      Object.assign(record, shadowOf(preset, snapshot(record)))
    })
  return (
    <FieldSection path={path} record={record} field={shadowField}>
      <PresetTiles label={t('Shadow presets')} columns={4}>
        {SHADOW_PRESETS.map((preset) => (
          <PresetTile
            key={preset.name}
            name={t(preset.name)}
            isPressed={isEqual(shadowOf(preset, now), now)}
            onPress={() => apply(preset)}
          >
            <ShadowThumbnail preset={preset} />
          </PresetTile>
        ))}
      </PresetTiles>
      <FieldChoice {...at} name="type" field={type} />
      <FieldList {...at} fields={OF_TYPE[shown]} />
      <FieldList {...at} fields={INK} />
    </FieldSection>
  )
}
