import { useSnapshot } from 'valtio'
import type { LayerId } from '#client/kit/values/ids.ts'
import { HiddenNotice } from '../cards/HiddenNotice.tsx'
import { PanelFields, PlaceFields, PlacementField } from '../cards/LayerFields.tsx'
import { PixelSize } from '../cards/PixelSize.tsx'
import { useLayer } from '../cards/useLayer.ts'
import { FieldList } from '../controls/FieldList.tsx'
import { FieldSection } from '../controls/FieldSection.tsx'
import { FieldChoice, FieldColor, FieldFlag, FieldSlider } from '../controls/fieldControls.tsx'
import { hasLineEnds, isOpen } from './outlines.ts'
import { ShapeGrid } from './ShapeGrid.tsx'
import { type ShapeLayer, shapeFields } from './schema.ts'
import { isStroked } from './transform.ts'

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
        <PixelSize layer={id} />
        <PlaceFields layer={layer} fields={shapeFields} />
      </PanelFields>
      <FillSections layer={layer} />
      <FieldSection path={`${id}.glow`} record={layer.glow} field={shapeFields.glow} />
    </>
  )
}

/** Controls for the gradient and outline of a filled shape. Lines have neither. */
function FillSections({ layer }: { layer: ShapeLayer }) {
  const { type, isFilled } = useSnapshot(layer)
  if (isStroked({ type, isFilled })) return null
  const { gradient, outline } = shapeFields
  return (
    <>
      <FieldSection path={`${layer.id}.gradient`} record={layer.gradient} field={gradient} />
      <FieldSection path={`${layer.id}.outline`} record={layer.outline} field={outline}>
        <FieldList path={`${layer.id}.outline`} record={layer.outline} fields={outline.fields} omit={['enabled']} />
        <FieldChoice path={layer.id} record={layer} name="dash" field={shapeFields.dash} />
      </FieldSection>
    </>
  )
}

/** Controls for fill and stroke. Lines can't be filled, and filled shapes have no stroke. */
function StrokeFields({ layer }: { layer: ShapeLayer }) {
  const { type, isFilled } = useSnapshot(layer)
  const at = { path: layer.id, record: layer }
  return (
    <>
      {!isOpen(type) && <FieldFlag {...at} name="isFilled" field={shapeFields.isFilled} />}
      {isStroked({ type, isFilled }) && (
        <>
          <FieldSlider {...at} name="strokeWidth" field={shapeFields.strokeWidth} />
          <FieldChoice {...at} name="dash" field={shapeFields.dash} />
        </>
      )}
      {hasLineEnds(type) && (
        <FieldList path={`${layer.id}.ends`} record={layer.ends} fields={shapeFields.ends.fields} />
      )}
    </>
  )
}
