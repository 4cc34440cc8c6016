import { Eraser, PaintBucket, Paintbrush, RotateCcw } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { Select } from '#client/kit/ui/controls/Select.tsx'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import { EmptyState } from '#client/kit/ui/feedback/EmptyState.tsx'
import { defaults } from '#client/kit/values/fields.ts'
import { sameItems } from '#client/kit/values/identity.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { listOf, setterOf } from '#client/kit/values/immutable.ts'
import { PanelFields } from '#client/layers/cards/LayerFields.tsx'
import { CompareButton } from '#client/layers/controls/CompareButton.tsx'
import { FieldList } from '#client/layers/controls/FieldList.tsx'
import { SettingSlider } from '#client/layers/controls/SettingSlider.tsx'
import { layerName } from '#client/layers/naming.ts'
import { hasNoMaskEdits, maskEditFields } from '#client/model/document/maskEdits.ts'
import { useDocument, useSession, useSessionValue } from '#client/model/session/session.ts'
import { asLifted } from '#client/render/objects/lifted.ts'
import { PanelFoot } from '../PanelFoot.tsx'
import { subjectState, useSubjectState } from '../subjectState.ts'
import { type EditedMask, editedMask } from './editedMask.ts'

const MODES = [
  { value: 'erase', label: 'Erase', icon: Eraser },
  { value: 'restore', label: 'Restore', icon: Paintbrush },
] as const
/** The brush mode for the background fill. Offered only while the fill is on. */
const FILL_MODE = { value: 'fill', label: 'Fill', icon: PaintBucket } as const

const VIEWS = [
  { value: 'overlay', label: 'Tint' },
  { value: 'mask', label: 'Mask' },
  { value: 'black', label: 'Black' },
  { value: 'white', label: 'White' },
] as const

export default function MaskEditPanel() {
  const { separation } = useDocument()
  const { busy } = useSnapshot(useSession().ui)
  const { object } = useEditedMask()
  if (separation || object) return <MaskEditFields />
  const text = busy
    ? t('You can edit the mask once the subject is found.')
    : t('No subject found in this photo. Select the subject first.')
  return <EmptyState icon={Paintbrush} text={text} />
}

function MaskEditFields() {
  const session = useSession()
  const { ui, history } = session
  const { view } = useSnapshot(ui).subject
  const { mode } = useSubjectState()
  const { mend, path, fill } = useEditedMask()
  const isUnedited = hasNoMaskEdits(useSnapshot(mend))
  return (
    <>
      <PanelFields>
        <MaskSelect />
        <Segmented
          label={t('Brush')}
          value={mode === 'fill' && !fill ? 'erase' : mode}
          options={tLabels(fill ? [...MODES, FILL_MODE] : MODES)}
          onChange={setterOf(subjectState(session), 'mode')}
        />
        <BrushFields />
        {fill && <ClearFillStrokes fill={fill} />}
        <Segmented label={t('View')} value={view} options={tLabels(VIEWS)} onChange={setterOf(ui.subject, 'view')} />
        <CompareButton to="photo" isDisabled={false} />
      </PanelFields>
      <Section title={t('Edge')} startsOpen>
        <FieldList path={path} record={mend} fields={maskEditFields} />
      </Section>
      <PanelFoot>
        <Button
          icon={RotateCcw}
          isWide
          disabled={isUnedited}
          onClick={() =>
            history.transact(t('Reset mask'), () => {
              Object.assign(mend, defaults(maskEditFields))
            })
          }
        >
          {t('Reset')}
        </Button>
      </PanelFoot>
    </>
  )
}

/** Hook that returns the edited mask. The component rerenders when the mask's records are replaced. */
const useEditedMask = (): EditedMask =>
  useSessionValue(editedMask, (a, b) => sameItems(Object.values(a), Object.values(b)))

/**
 * A select box for the mask to edit: the subject's mask, or the mask of a lifted object. Renders nothing if no object
 * is lifted.
 */
function MaskSelect() {
  const session = useSession()
  const doc = useDocument()
  const { object } = useEditedMask()
  const objects = doc.order.flatMap((id) => asLifted(doc.layers[id]) ?? [])
  if (objects.length === 0) return null
  const options = objects.map((layer) => ({
    value: layer.id as string,
    label: layerName(layer, doc),
  }))
  return (
    <Select<string>
      label={t('Mask to edit')}
      value={object?.id ?? SUBJECT}
      options={doc.separation ? [{ value: SUBJECT, label: t('Subject') }, ...options] : options}
      onChange={(id) => {
        session.ui.subject.object = id === SUBJECT ? null : (id as LayerId)
      }}
    />
  )
}

/** The select box's value for the subject. No layer has this id. */
const SUBJECT = 'subject'

function ClearFillStrokes({ fill }: { fill: NonNullable<EditedMask['fill']> }) {
  const { history } = useSession()
  const { strokes } = useSnapshot(fill)
  const clear = () =>
    history.transact(t('Remove fill marks'), () => {
      fill.strokes = listOf([])
    })
  return (
    <Button icon={Eraser} isWide disabled={strokes.length === 0} onClick={clear}>
      {t('Remove fill marks')}
    </Button>
  )
}

const { size, hardness, isSnapping } = maskEditFields.strokes.fields

/** The brush's settings. They aren't part of the document, so changing them doesn't add an undo step. */
function BrushFields() {
  const state = subjectState(useSession())
  const brush = useSubjectState()
  return (
    <>
      <SettingSlider field={size} value={brush.size} onChange={setterOf(state, 'size')} />
      <SettingSlider field={hardness} value={brush.hardness} onChange={setterOf(state, 'hardness')} />
      <Switch label={t(isSnapping.label)} isOn={brush.isSnapping} onChange={setterOf(state, 'isSnapping')} />
    </>
  )
}
