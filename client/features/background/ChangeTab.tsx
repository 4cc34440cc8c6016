import { Image, Palette } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { proxy } from 'valtio/vanilla'
import { Slot } from '#client/editor/host/Slot.tsx'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { memoOn } from '#client/kit/values/identity.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { FillFields } from '#client/layers/cards/FillFields.tsx'
import { PanelFields } from '#client/layers/cards/LayerFields.tsx'
import { CompareButton } from '#client/layers/controls/CompareButton.tsx'
import { FieldList } from '#client/layers/controls/FieldList.tsx'
import { FieldSlider } from '#client/layers/controls/fieldControls.tsx'
import { type Session, useDocument, useSession } from '#client/model/session/session.ts'
import { subjectOf, subjectPlaceFields, subjectProxy } from '#client/render/objects/subjectFields.ts'
import { neededFill } from '#client/render/photo/branches.ts'
import { isBackgroundChanged } from './backgroundPresets.ts'
import { ColorSide } from './ColorSide.tsx'
import { ImageSide } from './ImageSide.tsx'
import { ResetBackground } from './RemoveTab.tsx'
import { resizeSubject } from './subjectSize.ts'
import styles from './tabs.module.css'

const SIDES = [
  { value: 'color', label: 'Colour', icon: Palette },
  { value: 'image', label: 'Image', icon: Image },
] as const

/**
 * The side of the tab that the user has opened for a photo: color or image. If null, or if another photo is open, the
 * tab shows the side that the current background belongs to.
 */
const chosenSide = memoOn((_: Session) =>
  proxy<{ side: 'color' | 'image' | null; photo: AssetId | null }>({ side: null, photo: null }),
)

/**
 * The Change BG tab: a color or an image behind the subject, and the subject's size and position. Without a subject,
 * shows a hint and the tools that select one.
 */
export default function ChangeTab() {
  const session = useSession()
  const doc = useDocument()
  const { separation, backdrop } = doc
  const { busy } = useSnapshot(session.ui)
  const chosen = useSnapshot(chosenSide(session))
  if (!separation)
    return (
      <PanelFields>
        <p className={styles.hint}>
          {busy
            ? t('You can change the background once the subject is found.')
            : t('No subject found in this photo. Select the subject first.')}
        </p>
        <Slot name="subjectTools" />
      </PanelFields>
    )
  const photo = doc.photo?.asset ?? null
  const side = (chosen.photo === photo ? chosen.side : null) ?? (backdrop.type === 'image' ? 'image' : 'color')
  return (
    <>
      <PanelFields>
        <Segmented
          label={t('Background')}
          value={side}
          options={tLabels(SIDES)}
          onChange={(opened) => Object.assign(chosenSide(session), { side: opened, photo })}
        />
        {side === 'color' ? <ColorSide /> : <ImageSide />}
        <CompareButton to="photo" isDisabled={!isBackgroundChanged(doc)} />
        <ResetBackground isDisabled={!isBackgroundChanged(doc)} />
        <Slot name="subjectTools" />
      </PanelFields>
      <SubjectFields />
    </>
  )
}

function SubjectFields() {
  const { session } = useWorkspace()
  const doc = useDocument()
  const isOverPhoto = doc.backdrop.type === 'original'
  const subject = subjectOf(doc) && subjectProxy(session) // `subjectOf` rerenders when the subject comes or goes
  if (!subject) return null
  return (
    <Section title={t('Subject')} startsOpen>
      <FieldSlider
        path={subject.id}
        record={subject}
        name="foregroundSize"
        field={subjectPlaceFields.foregroundSize}
        write={(size) => resizeSubject(session, subject, size)}
      />
      <FieldList
        path={`${subject.id}.foregroundPosition`}
        record={subject.foregroundPosition}
        fields={subjectPlaceFields.foregroundPosition.fields}
      />
      {isOverPhoto && <FillFields layer={subject} isNeeded={neededFill(doc) !== null} />}
    </Section>
  )
}
