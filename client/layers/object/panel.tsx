import { Paintbrush } from 'lucide-react'
import { useSnapshot } from 'valtio'
import type { LayerId } from '#client/kit/base/ids.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { useSession } from '#client/model/session/session.ts'
import { MASK_EDIT_TAB, openSubjectTool } from '#client/model/session/ui/subject.ts'
import { isFilled } from '#client/render/photo/branches.ts'
import { FillFields } from '../cards/FillFields.tsx'
import { BlendModeField, PanelFields, PlacementField } from '../cards/LayerFields.tsx'
import { PixelSize } from '../cards/PixelSize.tsx'
import { ShadowSection } from '../cards/ShadowSection.tsx'
import { useLayer } from '../cards/useLayer.ts'
import { FieldList } from '../controls/FieldList.tsx'
import { ObjectTune } from './ObjectTune.tsx'
import { objectFields } from './schema.ts'

export default function ObjectPanel({ layer: id }: { layer: LayerId }) {
  const session = useSession()
  const doc: DocumentSnapshot = useSnapshot(session.doc)
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
        <Button icon={Paintbrush} isWide onClick={() => openSubjectTool(session.ui, MASK_EDIT_TAB, id)}>
          {t('Edit mask')}
        </Button>
      </PanelFields>
      <ObjectTune layer={layer} />
      <ShadowSection path={`${id}.shadow`} record={layer.shadow} />
    </>
  )
}
