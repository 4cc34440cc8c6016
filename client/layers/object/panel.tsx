import { useSnapshot } from 'valtio'
import type { LayerId } from '../../kit/base/ids.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import { useSession } from '../../model/session/SessionContext.tsx'
import { isFilled } from '../../render/photo/branches.ts'
import { BlendModeField } from '../cards/BlendModeField.tsx'
import { FillFields } from '../cards/FillFields.tsx'
import { PanelFields } from '../cards/PanelFields.tsx'
import { PixelSize } from '../cards/PixelSize.tsx'
import { PlacementField } from '../cards/PlacementField.tsx'
import { ShadowSection } from '../cards/ShadowSection.tsx'
import { useLayer } from '../cards/useLayer.ts'
import { FieldList } from '../controls/FieldList.tsx'
import { objectFields } from './schema.ts'

/** The controls of one object. */
export default function ObjectPanel({ layer: id }: { layer: LayerId }) {
  const doc: DocumentSnapshot = useSnapshot(useSession().doc)
  const layer = useLayer('object', id)
  if (!layer) return null
  return (
    <>
      <PanelFields>
        <PlacementField layer={id} />
        <FieldList path={id} record={layer} fields={objectFields} omit={['lifted', 'shadow', 'fill']} />
        <FillFields layer={layer} isNeeded={isFilled(doc, id)} />
        <PixelSize layer={id} />
        <BlendModeField layer={id} />
      </PanelFields>
      <ShadowSection path={`${id}.shadow`} record={layer.shadow} />
    </>
  )
}
