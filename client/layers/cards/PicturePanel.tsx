import type { ReactNode } from 'react'
import type { NumberField } from '#client/kit/values/fields.ts'
import { FieldSection } from '../controls/FieldSection.tsx'
import { FieldSlider } from '../controls/fieldControls.tsx'
import type { glowField, PlacedFields } from '../placement/placed.ts'
import type { LayerNamed } from '../registry.ts'
import { HiddenNotice } from './HiddenNotice.tsx'
import { PanelFields, PlaceFields, PlacementField } from './LayerFields.tsx'
import { PixelSize } from './PixelSize.tsx'
import { ShadowSection } from './ShadowSection.tsx'

interface Props {
  /** The layer's valtio proxy. */
  layer: LayerNamed<'overlay'> | LayerNamed<'sticker'>
  fields: PlacedFields & Readonly<{ opacity: NumberField; glow: typeof glowField; scale: NumberField }>
  children?: ReactNode
}

/** Controls for a placed image, which is an overlay image, an emoji or a sticker. */
export function PicturePanel({ layer, fields, children }: Props) {
  const { id } = layer
  return (
    <>
      <PanelFields>
        <PlacementField layer={id} />
        <HiddenNotice layer={id} />
        <FieldSlider path={id} record={layer} name="scale" field={fields.scale} />
        <PixelSize layer={id} />
        <PlaceFields layer={layer} fields={fields}>
          {children}
        </PlaceFields>
      </PanelFields>
      <FieldSection path={`${id}.glow`} record={layer.glow} field={fields.glow} />
      <ShadowSection path={`${id}.shadow`} record={layer.shadow} />
    </>
  )
}
