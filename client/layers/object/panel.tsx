import type { LayerId } from '../../kit/base/ids.ts'
import { fillField } from '../../render/inpainting/fillFields.ts'
import { BlendModeField } from '../cards/BlendModeField.tsx'
import { PanelFields } from '../cards/PanelFields.tsx'
import { PixelSize } from '../cards/PixelSize.tsx'
import { PlacementField } from '../cards/PlacementField.tsx'
import { ShadowSection } from '../cards/ShadowSection.tsx'
import { useLayer } from '../cards/useLayer.ts'
import { FieldFlag } from '../controls/FieldFlag.tsx'
import { FieldList } from '../controls/FieldList.tsx'
import { objectFields } from './schema.ts'

/** The controls of one object. */
export default function ObjectPanel({ layer: id }: { layer: LayerId }) {
  const layer = useLayer('object', id)
  if (!layer) return null
  return (
    <>
      <PanelFields>
        <PlacementField layer={id} />
        <FieldList path={id} record={layer} fields={objectFields} omit={['lifted', 'shadow', 'fill']} />
        <FieldFlag path={`${id}.fill`} record={layer.fill} name="enabled" field={fillField.fields.enabled} />
        <PixelSize layer={id} />
        <BlendModeField layer={id} />
      </PanelFields>
      <ShadowSection path={`${id}.shadow`} record={layer.shadow} />
    </>
  )
}
