import type { ReactNode } from 'react'
import type { NumberField } from '#client/kit/base/fields.ts'
import { FieldList } from '../controls/FieldList.tsx'
import { FieldSection } from '../controls/FieldSection.tsx'
import { FieldSlider } from '../controls/fieldControls.tsx'
import type { LayerNamed } from '../registry.ts'
import type { glowField, positionField } from '../shared/placed.ts'
import { AnchorField } from './AnchorField.tsx'
import { BlendModeField } from './BlendModeField.tsx'
import { HiddenNotice } from './HiddenNotice.tsx'
import { FieldColumns, PanelFields } from './PanelFields.tsx'
import { PixelSize } from './PixelSize.tsx'
import { PlacementField } from './PlacementField.tsx'
import { ShadowSection } from './ShadowSection.tsx'

type PictureFields = Readonly<{
  position: typeof positionField
  rotation: NumberField
  opacity: NumberField
  glow: typeof glowField
  scale: NumberField
}>

interface Props {
  /** proxy of the layer */
  layer: LayerNamed<'overlay'> | LayerNamed<'sticker'>
  fields: PictureFields
  /** the kind's own controls */
  children?: ReactNode
}

/** Controls of a placed image: an overlay image, an emoji or a sticker. */
export function PicturePanel({ layer, fields, children }: Props) {
  const { id } = layer
  const at = { path: id, record: layer }
  return (
    <>
      <PanelFields>
        <PlacementField layer={id} />
        <HiddenNotice layer={id} />
        <FieldSlider {...at} name="scale" field={fields.scale} />
        <PixelSize layer={id} />
        <FieldColumns>
          <FieldList path={`${id}.position`} record={layer.position} fields={fields.position.fields} />
          <FieldSlider {...at} name="rotation" field={fields.rotation} />
          <FieldSlider {...at} name="opacity" field={fields.opacity} />
        </FieldColumns>
        {children}
        <BlendModeField layer={id} />
        <AnchorField layer={id} />
      </PanelFields>
      <FieldSection path={`${id}.glow`} record={layer.glow} field={fields.glow} />
      <ShadowSection path={`${id}.shadow`} record={layer.shadow} />
    </>
  )
}
