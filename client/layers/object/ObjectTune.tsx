import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import { snapshotOf, useSession } from '#client/model/session/session.ts'
import { asLifted, tuneOfObject } from '#client/render/objects/lifted.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import { PanelFields } from '../cards/LayerFields.tsx'
import { MatchLight } from '../cards/MatchLight.tsx'
import { FieldList } from '../controls/FieldList.tsx'
import { type ObjectLayer, objectFields } from './schema.ts'

const { isOwn: isOwnField } = objectFields.tune.fields

/** Controls for an object's enhancements and for matching its light. */
export function ObjectTune({ layer }: { layer: ObjectLayer }) {
  const session = useSession()
  const { isOwn } = useSnapshot(layer.tune)
  /** Custom enhancements start as a copy of those that the object inherits, so enabling them changes no pixel. */
  const setOwn = (isOn: boolean) =>
    session.history.transact(t(isOwnField.label), () => {
      const doc = snapshotOf(session)
      const object = asLifted(doc.layers[layer.id])
      if (object && isOn) Object.assign(layer.tune, tuneOfObject(doc, object))
      layer.tune.isOwn = isOn
    })
  return (
    <Section title={t('Tune')}>
      <MatchLight object={layer.id} />
      <PanelFields>
        <Switch label={t(isOwnField.label)} isOn={isOwn} onChange={setOwn} />
        {isOwn && <FieldList path={`${layer.id}.tune`} record={layer.tune} fields={tuneFields} />}
      </PanelFields>
    </Section>
  )
}
