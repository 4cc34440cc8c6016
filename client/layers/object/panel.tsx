import { Paintbrush } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import type { LayerId } from '#client/kit/values/ids.ts'
import { snapshotOf, useDocument, useSession } from '#client/model/session/session.ts'
import { MASK_EDIT_PANEL, openSubjectTool } from '#client/model/session/ui/subject.ts'
import { asLifted, tuneOfObject } from '#client/render/objects/lifted.ts'
import { isFilled } from '#client/render/photo/branches.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import { FillFields } from '../cards/FillFields.tsx'
import { BlendModeField, PanelFields, PlacementField } from '../cards/LayerFields.tsx'
import { MatchLight } from '../cards/MatchLight.tsx'
import { PixelSize } from '../cards/PixelSize.tsx'
import { ShadowSection } from '../cards/ShadowSection.tsx'
import { useLayer } from '../cards/useLayer.ts'
import { FieldList } from '../controls/FieldList.tsx'
import { type ObjectLayer, objectFields } from './schema.ts'

export default function ObjectPanel({ layer: id }: { layer: LayerId }) {
  const session = useSession()
  const doc = useDocument()
  const layer = useLayer('object', id)
  if (!layer) return null
  return (
    <>
      <PanelFields>
        <PlacementField layer={id} />
        <FieldList path={id} record={layer} fields={objectFields} omit={['lifted', 'mend', 'tune', 'shadow', 'fill']} />
        <FillFields layer={layer} isNeeded={isFilled(doc, id)} />
        <PixelSize layer={id} />
        <BlendModeField layer={id} />
        <Button icon={Paintbrush} isWide onClick={() => openSubjectTool(session.ui, MASK_EDIT_PANEL, id)}>
          {t('Edit mask')}
        </Button>
      </PanelFields>
      <ObjectTune layer={layer} />
      <ShadowSection path={`${id}.shadow`} record={layer.shadow} />
    </>
  )
}

const { isOwn: isOwnField } = objectFields.tune.fields

function ObjectTune({ layer }: { layer: ObjectLayer }) {
  const session = useSession()
  const { isOwn } = useSnapshot(layer.tune)
  /** when custom enhancements are enabled, they start with the inherited values, so that no pixel changes */
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
