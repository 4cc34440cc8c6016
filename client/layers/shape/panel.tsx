import { useSnapshot } from 'valtio'
import type { LayerId } from '../../kit/base/ids.ts'
import { BlendModeField } from '../cards/BlendModeField.tsx'
import { FieldColumns } from '../cards/FieldColumns.tsx'
import { HiddenNotice } from '../cards/HiddenNotice.tsx'
import { PanelFields } from '../cards/PanelFields.tsx'
import { PlacementField } from '../cards/PlacementField.tsx'
import { useLayer } from '../cards/useLayer.ts'
import { FieldColor } from '../controls/FieldColor.tsx'
import { FieldFlag } from '../controls/FieldFlag.tsx'
import { FieldList } from '../controls/FieldList.tsx'
import { FieldSection } from '../controls/FieldSection.tsx'
import { FieldSlider } from '../controls/FieldSlider.tsx'
import { isOpen } from './outlines.ts'
import { ShapeGrid } from './ShapeGrid.tsx'
import { type ShapeLayer, shapeFields } from './schema.ts'
import { isStroked } from './transform.ts'

/** The controls of one shape. */
export default function ShapePanel({ layer: id }: { layer: LayerId }) {
  const layer = useLayer('shape', id)
  if (!layer) return null
  const at = { path: id, record: layer }
  return (
    <>
      <PanelFields>
        <ShapeGrid layer={layer} />
        <PlacementField layer={id} />
        <HiddenNotice layer={id} />
        <FieldColor {...at} name="color" field={shapeFields.color} />
        <StrokeFields layer={layer} />
        <FieldSlider {...at} name="scale" field={shapeFields.scale} />
        <FieldColumns>
          <FieldList path={`${id}.position`} record={layer.position} fields={shapeFields.position.fields} />
          <FieldSlider {...at} name="rotation" field={shapeFields.rotation} />
          <FieldSlider {...at} name="opacity" field={shapeFields.opacity} />
        </FieldColumns>
        <BlendModeField layer={id} />
      </PanelFields>
      <FillSections layer={layer} />
      <FieldSection path={`${id}.glow`} record={layer.glow} field={shapeFields.glow} />
    </>
  )
}

/** Gradient and outline of a fill; a shape that is a line has neither. */
function FillSections({ layer }: { layer: ShapeLayer }) {
  const { type, isFilled } = useSnapshot(layer)
  if (isStroked({ type, isFilled })) return null
  const { gradient, outline } = shapeFields
  return (
    <>
      <FieldSection path={`${layer.id}.gradient`} record={layer.gradient} field={gradient} />
      <FieldSection path={`${layer.id}.outline`} record={layer.outline} field={outline} />
    </>
  )
}

/** The controls of fill and stroke: an open shape cannot be filled, and a filled shape has no stroke (spec §3). */
function StrokeFields({ layer }: { layer: ShapeLayer }) {
  const { type, isFilled } = useSnapshot(layer)
  const at = { path: layer.id, record: layer }
  return (
    <>
      {!isOpen(type) && <FieldFlag {...at} name="isFilled" field={shapeFields.isFilled} />}
      {isStroked({ type, isFilled }) && <FieldSlider {...at} name="strokeWidth" field={shapeFields.strokeWidth} />}
    </>
  )
}
