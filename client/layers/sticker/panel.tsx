import type { LayerId } from '../../kit/base/ids.ts'
import { AnchorField } from '../cards/AnchorField.tsx'
import { BlendModeField } from '../cards/BlendModeField.tsx'
import { HiddenNotice } from '../cards/HiddenNotice.tsx'
import { FieldColumns, PanelFields } from '../cards/PanelFields.tsx'
import { PixelSize } from '../cards/PixelSize.tsx'
import { PlacementField } from '../cards/PlacementField.tsx'
import { ShadowSection } from '../cards/ShadowSection.tsx'
import { useLayer } from '../cards/useLayer.ts'
import { FieldList } from '../controls/FieldList.tsx'
import { FieldSection } from '../controls/FieldSection.tsx'
import { FieldSlider } from '../controls/fieldControls.tsx'
import { stickerFields } from './schema.ts'

export default function StickerPanel({ layer: id }: { layer: LayerId }) {
  const layer = useLayer('sticker', id)
  if (!layer) return null
  const at = { path: id, record: layer }
  return (
    <>
      <PanelFields>
        <PlacementField layer={id} />
        <HiddenNotice layer={id} />
        <FieldSlider {...at} name="scale" field={stickerFields.scale} />
        <PixelSize layer={id} />
        <FieldColumns>
          <FieldList path={`${id}.position`} record={layer.position} fields={stickerFields.position.fields} />
          <FieldSlider {...at} name="rotation" field={stickerFields.rotation} />
          <FieldSlider {...at} name="opacity" field={stickerFields.opacity} />
        </FieldColumns>
        <BlendModeField layer={id} />
        <AnchorField layer={id} />
      </PanelFields>
      <FieldSection path={`${id}.glow`} record={layer.glow} field={stickerFields.glow} />
      <ShadowSection path={`${id}.shadow`} record={layer.shadow} />
    </>
  )
}
