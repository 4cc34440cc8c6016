/** The frame of a layer's panel, and the controls of the properties that layers of several kinds have. */
import { BringToFront, SendToBack } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { NumberField } from '#client/kit/base/fields.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { Select } from '#client/kit/ui/controls/Select.tsx'
import type { Placement } from '#client/model/document/document.ts'
import { useSession } from '#client/model/session/session.ts'
import { BLEND_MODES, type BlendMode } from '#shaders/blend/modes.ts'
import { anchorLayer, placeLayer, setBlendMode } from '../actions.ts'
import { FieldList } from '../controls/FieldList.tsx'
import { FieldSlider } from '../controls/fieldControls.tsx'
import type { PlacedFields, PlacedLayer } from '../shared/placed.ts'
import { isAtSubject } from '../subjectBox.ts'
import styles from './LayerFields.module.css'

/** Column of controls outside sections. */
export const PanelFields = ({ children }: { children: ReactNode }) => <div className={styles.fields}>{children}</div>

/** Options of a placement, untranslated. */
export const PLACEMENTS = [
  { value: 'background', label: 'Behind', icon: SendToBack },
  { value: 'foreground', label: 'In front', icon: BringToFront },
] as const satisfies readonly { value: Placement; label: string; icon: typeof SendToBack }[]

/** Choice between behind and in front of the subject. Also shown without a subject. */
export function PlacementField({ layer }: { layer: LayerId }) {
  const session = useSession()
  const placement = useSnapshot(session.doc).layers[layer]?.placement
  if (!placement) return null
  return (
    <Segmented
      label={t('Placement')}
      value={placement}
      options={tLabels(PLACEMENTS)}
      onChange={(side) => placeLayer(session, layer, side)}
    />
  )
}

interface PlaceProps {
  /** proxy of the layer */
  layer: PlacedLayer & { opacity: number }
  fields: PlacedFields & { readonly opacity: NumberField }
  /** the kind's own controls, above the blend mode */
  children?: ReactNode
  /** `AnchorField.hasOffer` */
  offersAnchor?: boolean
}

/** Position, rotation and opacity in two columns, then blend mode and anchor. */
export function PlaceFields({ layer, fields, children, offersAnchor = false }: PlaceProps) {
  const { id } = layer
  const at = { path: id, record: layer }
  return (
    <>
      <div className={styles.columns}>
        <FieldList path={`${id}.position`} record={layer.position} fields={fields.position.fields} />
        <FieldSlider {...at} name="rotation" field={fields.rotation} />
        <FieldSlider {...at} name="opacity" field={fields.opacity} />
      </div>
      {children}
      <BlendModeField layer={id} />
      <AnchorField layer={id} hasOffer={offersAnchor} />
    </>
  )
}

const BLEND_LABELS: Readonly<Record<BlendMode, string>> = {
  normal: 'Normal',
  multiply: 'Multiply',
  screen: 'Screen',
  overlay: 'Overlay',
  darken: 'Darken',
  lighten: 'Lighten',
  'color-dodge': 'Colour dodge',
  'color-burn': 'Colour burn',
  'hard-light': 'Hard light',
  'soft-light': 'Soft light',
  difference: 'Difference',
}

export function BlendModeField({ layer: id }: { layer: LayerId }) {
  const session = useSession()
  const layer = useSnapshot(session.doc).layers[id]
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

interface AnchorProps {
  layer: LayerId
  /** Adds the button "Keep position relative to subject" while the layer is beside or behind the subject. */
  hasOffer: boolean
}

/**
 * Choice of the anchor: a layer keeps its position relative to the image or to the subject when its template is applied
 * to another photo.
 */
function AnchorField({ layer: id, hasOffer }: AnchorProps) {
  const session = useSession()
  const doc = useSnapshot(session.doc)
  const layer = doc.layers[id]
  if (!layer || !doc.separation) return null
  return (
    <>
      <Select
        label={t('Position relative to')}
        value={layer.anchor ?? 'canvas'}
        options={tLabels(ANCHORS)}
        onChange={(anchor) => anchorLayer(session, id, anchor)}
      />
      {hasOffer && !layer.anchor && isAtSubject(layer, doc) && (
        <Button onClick={() => anchorLayer(session, id, 'subject')}>{t('Keep position relative to subject')}</Button>
      )}
    </>
  )
}
