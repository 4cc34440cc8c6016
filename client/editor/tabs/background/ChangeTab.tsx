import { Image, ImagePlus, Palette } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { t, tLabels } from '../../../kit/i18n/translate.ts'
import { Segmented } from '../../../kit/ui/controls/Segmented.tsx'
import { EmptyState } from '../../../kit/ui/feedback/EmptyState.tsx'
import { PanelFields } from '../../../layers/cards/PanelFields.tsx'
import { CompareButton } from '../../../layers/controls/CompareButton.tsx'
import { useSession } from '../../../model/session/SessionContext.tsx'
import { SubjectTools } from '../subject/SubjectTools.tsx'
import { ColorSide } from './ColorSide.tsx'
import { ImageSide } from './ImageSide.tsx'
import { ResetBackground } from './ResetBackground.tsx'
import { SubjectFields } from './SubjectFields.tsx'
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
            ? t('The background can be changed as soon as the subject is found.')
            : t('The subject of this photo was not found, so there is nothing to put before another background.')}
        </p>
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
