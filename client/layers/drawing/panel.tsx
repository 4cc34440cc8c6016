import type { LayerId } from '../../kit/base/ids.ts'
import { BlendModeField } from '../cards/BlendModeField.tsx'
import { PanelFields } from '../cards/PanelFields.tsx'
import { PlacementField } from '../cards/PlacementField.tsx'
import { useLayer } from '../cards/useLayer.ts'
import { FieldSlider } from '../controls/FieldSlider.tsx'
import { drawingFields } from './schema.ts'

/** The panel of one stroke. */
export default function StrokePanel({ layer: id }: { layer: LayerId }) {
  const layer = useLayer('drawing', id)
  if (!layer) return null
  const at = { path: id, record: layer }
  return (
    <PanelFields>
      <PlacementField layer={id} />
      <FieldSlider {...at} name="scale" field={drawingFields.scale} />
      <FieldSlider {...at} name="rotation" field={drawingFields.rotation} />
      <FieldSlider {...at} name="opacity" field={drawingFields.opacity} />
      <BlendModeField layer={id} />
    </PanelFields>
  )
}
