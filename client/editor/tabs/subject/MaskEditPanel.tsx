import { Eraser, PaintBucket, Paintbrush, RotateCcw } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { defaults } from '../../../kit/base/fields.ts'
import { listOf } from '../../../kit/base/list.ts'
import { t, tLabels } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { Section } from '../../../kit/ui/controls/Section.tsx'
import { Segmented } from '../../../kit/ui/controls/Segmented.tsx'
import { EmptyState } from '../../../kit/ui/feedback/EmptyState.tsx'
import { PanelFields } from '../../../layers/cards/PanelFields.tsx'
import { CompareButton } from '../../../layers/controls/CompareButton.tsx'
import { FieldFlag } from '../../../layers/controls/FieldFlag.tsx'
import { FieldSlider } from '../../../layers/controls/FieldSlider.tsx'
import type { SubjectLayer } from '../../../layers/subject/schema.ts'
import { type DocumentSnapshot, layerOfKind } from '../../../model/document/document.ts'
import { hasNoMaskEdits, maskEditFields } from '../../../model/document/maskEdits.ts'
import { useSession } from '../../../model/session/SessionContext.tsx'
import { neededFill } from '../../../render/photo/branches.ts'
import { BrushFields } from './BrushFields.tsx'
import { PanelFoot } from './PanelFoot.tsx'

const MODES = [
  { value: 'erase', label: 'Erase', icon: Eraser },
  { value: 'restore', label: 'Restore', icon: Paintbrush },
] as const
/** Offered while the background is filled. */
const FILL_MODE = { value: 'fill', label: 'Fill', icon: PaintBucket } as const

const VIEWS = [
  { value: 'overlay', label: 'Tint' },
  { value: 'mask', label: 'Mask' },
  { value: 'black', label: 'Black' },
  { value: 'white', label: 'White' },
] as const

/** The panel for editing the mask: brush, edge and view. */
export default function MaskEditPanel() {
  const { photo, separation } = useSnapshot(useSession().doc)
  const { busy } = useSnapshot(useSession().ui)
  if (!photo) return <EmptyState icon={Paintbrush} text={t('Please upload an image first to mend its mask')} />
  if (separation) return <MaskEditFields />
  const text = busy
    ? t('The mask can be mended as soon as the subject is found.')
    : t('The subject of this photo was not found, so there is no mask to mend.')
  return <EmptyState icon={Paintbrush} text={text} />
}

function MaskEditFields() {
  const { doc, ui, history } = useSession()
  const { mode, view } = useSnapshot(ui).subject
  const shown: DocumentSnapshot = useSnapshot(doc)
  const { mend } = shown
  const fill = neededFill(shown)
  const at = { path: 'mend', record: doc.mend }
  return (
    <>
      <PanelFields>
        <Segmented
          label={t('Brush')}
          value={mode === 'fill' && !fill ? 'erase' : mode}
          options={tLabels(fill ? [...MODES, FILL_MODE] : MODES)}
          onChange={(next) => {
            ui.subject.mode = next
          }}
        />
        <BrushFields />
        {fill && <ClearFillStrokes isDisabled={fill.strokes.length === 0} />}
        <Segmented
          label={t('View')}
          value={view}
          options={tLabels(VIEWS)}
          onChange={(next) => {
            ui.subject.view = next
          }}
        />
        <CompareButton to="photo" isDisabled={false} />
      </PanelFields>
      <Section title={t('Edge')} startsOpen>
        <FieldSlider {...at} name="smooth" field={maskEditFields.smooth} />
        <FieldSlider {...at} name="shiftEdge" field={maskEditFields.shiftEdge} />
        <FieldSlider {...at} name="feather" field={maskEditFields.feather} />
        <FieldFlag {...at} name="invert" field={maskEditFields.invert} />
      </Section>
      <PanelFoot>
        <Button
          icon={RotateCcw}
          isWide
          disabled={hasNoMaskEdits(mend)}
          onClick={() =>
            history.transact(t('Reset mask'), () => {
              Object.assign(doc.mend, defaults(maskEditFields))
            })
          }
        >
          {t('Reset')}
        </Button>
      </PanelFoot>
    </>
  )
}

/** Takes back every mark of the fill brush. */
function ClearFillStrokes({ isDisabled }: { isDisabled: boolean }) {
  const { doc, history } = useSession()
  const clear = () =>
    history.transact(t('Clear fill strokes'), () => {
      const subject = layerOfKind(doc, 'subject') as SubjectLayer | undefined // its kind was asked for
      if (subject) subject.fill.strokes = listOf([])
    })
  return (
    <Button icon={Eraser} isWide disabled={isDisabled} onClick={clear}>
      {t('Clear fill strokes')}
    </Button>
  )
}
