/** The layout of a layer's panel, and controls for properties that several kinds of layers have. */
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { Select } from '#client/kit/ui/controls/Select.tsx'
import { Slider } from '#client/kit/ui/controls/Slider.tsx'
import type { NumberField } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { roundToDecimals } from '#client/kit/values/numbers.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { Placement } from '#client/model/document/document.ts'
import { snapshotOf, useDocument, useSession } from '#client/model/session/session.ts'
import { BLEND_MODES, type BlendMode } from '#shaders/blend/modes.ts'
import { anchorLayer, placeLayer, setBlendMode } from '../actions.ts'
import { FieldList } from '../controls/FieldList.tsx'
import { FieldSlider, sliderPropsOf } from '../controls/fieldControls.tsx'
import { useHistoryEvents } from '../controls/useField.ts'
import { centerOf, type PlacedFields, type PlacedLayer, setCenter } from '../placement/placed.ts'
import { percentInPicture, pointInPicture } from '../placement/seen.ts'
import styles from './LayerFields.module.css'
import { BehindSubject, InFrontOfSubject } from './placementIcons.ts'

/** A column for controls that don't belong to a section. */
export const PanelFields = ({ children }: { children: ReactNode }) => <div className={styles.fields}>{children}</div>

export const PLACEMENTS = [
  { value: 'background', label: 'Behind', icon: BehindSubject },
  { value: 'foreground', label: 'In front', icon: InFrontOfSubject },
] as const satisfies readonly { value: Placement; label: string; icon: typeof BehindSubject }[]

/**
 * Control that moves the layer behind or in front of the subject. In a photo without a subject, a note says that the
 * choice has no effect yet.
 */
export function PlacementField({ layer }: { layer: LayerId }) {
  const session = useSession()
  const { layers, separation } = useDocument()
  const placement = layers[layer]?.placement
  if (!placement) return null
  return (
    <div>
      <Segmented
        label={t('Placement')}
        value={placement}
        options={tLabels(PLACEMENTS)}
        onChange={(side) => placeLayer(session, layer, side)}
      />
      {!separation && <p className={styles.note}>{t('Takes effect once you select a subject.')}</p>}
    </div>
  )
}

interface PlaceProps {
  /** The layer's valtio proxy. */
  layer: PlacedLayer & { opacity: number }
  fields: PlacedFields & { readonly opacity: NumberField }
  /** The kind's own controls. They are above the blend mode. */
  children?: ReactNode
}

/** Controls for position, rotation and opacity in two columns, followed by blend mode and anchor. */
export function PlaceFields({ layer, fields, children }: PlaceProps) {
  const { id } = layer
  const at = { path: id, record: layer }
  return (
    <>
      <div className={styles.columns}>
        <PositionFields layer={layer} fields={fields.position.fields} />
        <FieldSlider {...at} name="rotation" field={fields.rotation} />
        <FieldSlider {...at} name="opacity" field={fields.opacity} />
      </div>
      {children}
      <BlendModeField layer={id} />
      <AnchorField layer={id} />
    </>
  )
}

interface PositionProps {
  /** The layer's valtio proxy. */
  layer: PlacedLayer
  fields: PlacedFields['position']['fields']
}

/**
 * Controls for the layer's center, in percent of the visible image. In a cropped document, the visible image is a part
 * of the canvas.
 */
function PositionFields({ layer, fields }: PositionProps) {
  const { crop } = useDocument()
  if (!crop) return <FieldList path={`${layer.id}.position`} record={layer.position} fields={fields} />
  return (['horizontal', 'vertical'] as const).map((name) => (
    <SeenPosition key={name} layer={layer} fields={fields} name={name} />
  ))
}

function SeenPosition({ layer, fields, name }: PositionProps & { name: 'horizontal' | 'vertical' }) {
  const session = useSession()
  const doc = useDocument()
  const { position } = useSnapshot(layer)
  const events = useHistoryEvents<number>(t(fields[name].label), `${layer.id}.position.${name}`, (percent) => {
    const now = snapshotOf(session)
    const seen = percentInPicture(centerOf(layer, canvasSize(now)), now)
    setCenter(layer, pointInPicture({ ...seen, [name]: percent }, now), canvasSize(now), fields)
  })
  const value = roundToDecimals(percentInPicture(centerOf({ position }, canvasSize(doc)), doc)[name])
  return <Slider {...events} {...sliderPropsOf(fields[name])} value={value} />
}

const BLEND_LABELS: Readonly<Record<BlendMode, string>> = {
  normal: 'Normal',
  multiply: 'Multiply',
  screen: 'Screen',
  overlay: 'Overlay',
  darken: 'Darken',
  lighten: 'Lighten',
  'color-dodge': 'Color dodge',
  'color-burn': 'Color burn',
  'hard-light': 'Hard light',
  'soft-light': 'Soft light',
  difference: 'Difference',
}

export function BlendModeField({ layer: id }: { layer: LayerId }) {
  const session = useSession()
  const layer = useDocument().layers[id]
  if (!layer) return null
  return (
    <Select
      label={t('Blend mode')}
      value={layer.blendMode ?? 'normal'}
      options={BLEND_MODES.map((mode) => ({ value: mode, label: t(BLEND_LABELS[mode]) }))}
      onChange={(mode) => setBlendMode(session, id, mode)}
    />
  )
}

const ANCHORS = [
  { value: 'canvas', label: 'Canvas' },
  { value: 'subject', label: 'Subject' },
] as const

/**
 * Control for the layer's anchor. When a template is applied to another photo, a layer's position doesn't change
 * relative to its anchor, which is the image or the subject.
 */
function AnchorField({ layer: id }: { layer: LayerId }) {
  const session = useSession()
  const doc = useDocument()
  const layer = doc.layers[id]
  if (!layer || !doc.separation) return null
  return (
    <Select
      label={t('Position relative to')}
      value={layer.anchor ?? 'canvas'}
      options={tLabels(ANCHORS)}
      onChange={(anchor) => anchorLayer(session, id, anchor)}
    />
  )
}
