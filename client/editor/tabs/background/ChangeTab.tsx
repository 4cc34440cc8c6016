import { Image, ImagePlus, Palette } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { t, tLabels } from '../../../kit/i18n/translate.ts'
import { Section } from '../../../kit/ui/controls/Section.tsx'
import { Segmented } from '../../../kit/ui/controls/Segmented.tsx'
import { EmptyState } from '../../../kit/ui/feedback/EmptyState.tsx'
import { FillFields } from '../../../layers/cards/FillFields.tsx'
import { PanelFields } from '../../../layers/cards/PanelFields.tsx'
import { CompareButton } from '../../../layers/controls/CompareButton.tsx'
import { FieldList } from '../../../layers/controls/FieldList.tsx'
import { FieldSlider } from '../../../layers/controls/fieldControls.tsx'
import type { SubjectLayer } from '../../../layers/subject/schema.ts'
import { type DocumentSnapshot, layerOfKind } from '../../../model/document/document.ts'
import { useSession } from '../../../model/session/session.ts'
import { subjectPlaceFields } from '../../../render/objects/subjectFields.ts'
import { neededFill } from '../../../render/photo/branches.ts'
import { useWorkspace } from '../../workspace/WorkspaceContext.tsx'
import { SubjectTools } from '../subject/SubjectTools.tsx'
import { ColorSide } from './ColorSide.tsx'
import { ImageSide } from './ImageSide.tsx'
import { ResetBackground } from './RemoveTab.tsx'
import styles from './tabs.module.css'

const SIDES = [
  { value: 'color', label: 'Colour', icon: Palette },
  { value: 'image', label: 'Image', icon: Image },
] as const

/** The Change BG tab: a colour or an image behind the subject, and the subject's size and position. */
export default function ChangeTab() {
  const session = useSession()
  const { photo, separation, backdrop } = useSnapshot(session.doc)
  const { busy, background } = useSnapshot(session.ui)
  if (!photo) return <EmptyState icon={ImagePlus} text={t('Please upload an image first to change the background')} />
  if (!separation)
    return (
      <PanelFields>
        <p className={styles.hint}>
          {busy
            ? t('You can change the background once the subject is found.')
            : t('No subject found in this photo. Select the subject first.')}
        </p>
        <SubjectTools />
      </PanelFields>
    )
  const mode = background.mode ?? (backdrop.type === 'image' ? 'image' : 'color')
  return (
    <>
      <PanelFields>
        <Segmented
          label={t('Background')}
          value={mode}
          options={tLabels(SIDES)}
          onChange={(next) => {
            session.ui.background.mode = next
          }}
        />
        {mode === 'color' ? <ColorSide /> : <ImageSide />}
        <CompareButton to="photo" isDisabled={backdrop.type === 'original'} />
        <ResetBackground isDisabled={backdrop.type === 'original'} />
        <SubjectTools />
      </PanelFields>
      <SubjectFields />
    </>
  )
}

/** The subject's size and position, and the fill at its original place. */
function SubjectFields() {
  const { session } = useWorkspace()
  const doc: DocumentSnapshot = useSnapshot(session.doc)
  const found = layerOfKind(doc, 'subject')
  const isOverPhoto = doc.backdrop.type === 'original'
  const subject = found && (session.doc.layers[found.id] as SubjectLayer | undefined)
  if (!subject) return null
  return (
    <Section title={t('Subject')} startsOpen>
      <FieldSlider path={subject.id} record={subject} name="foregroundSize" field={subjectPlaceFields.foregroundSize} />
      <FieldList
        path={`${subject.id}.foregroundPosition`}
        record={subject.foregroundPosition}
        fields={subjectPlaceFields.foregroundPosition.fields}
      />
      {isOverPhoto && <FillFields layer={subject} isNeeded={neededFill(doc) !== null} />}
    </Section>
  )
}
