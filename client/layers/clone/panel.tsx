import type { LayerId } from '../../kit/base/ids.ts'
import { BlendModeField } from '../cards/BlendModeField.tsx'
import { HiddenNotice } from '../cards/HiddenNotice.tsx'
import { PanelFields } from '../cards/PanelFields.tsx'
import { PixelSize } from '../cards/PixelSize.tsx'
import { ShadowSection } from '../cards/ShadowSection.tsx'
import { useLayer } from '../cards/useLayer.ts'
import { FieldList } from '../controls/FieldList.tsx'
import { cloneFields } from './schema.ts'

export default function ClonePanel({ layer: id }: { layer: LayerId }) {
  const layer = useLayer('clone', id)
  if (!layer) return null
  return (
    <>
      <PanelFields>
        <HiddenNotice layer={id} />
        <FieldList path={id} record={layer} fields={cloneFields} omit={['shadow']} />
        <PixelSize layer={id} />
        <BlendModeField layer={id} />
      </PanelFields>
      <ShadowSection path={`${id}.shadow`} record={layer.shadow} />
    </>
  )
}
