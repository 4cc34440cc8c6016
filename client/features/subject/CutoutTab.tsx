import { Scan } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { EmptyState } from '#client/kit/ui/feedback/EmptyState.tsx'
import { PanelFields } from '#client/layers/cards/LayerFields.tsx'
import { MatchLight } from '#client/layers/cards/MatchLight.tsx'
import { ShadowSection } from '#client/layers/cards/ShadowSection.tsx'
import { CompareButton } from '#client/layers/controls/CompareButton.tsx'
import { FieldSection } from '#client/layers/controls/FieldSection.tsx'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { subjectFields, subjectOf, subjectProxy } from '#client/render/objects/subjectFields.ts'
import { SubjectTools } from './SubjectModes.tsx'

/** The Cutout tab: the subject's outline, shadow, lighting and tools. */
export default function CutoutTab() {
  const session = useSession()
  const { separation, layers } = useDocument()
  const { busy } = useSnapshot(session.ui)
  const subject = subjectOf({ layers })
  const proxy = subject && subjectProxy(session)
  const isPlain = !subject?.cutout.enabled && !subject?.shadow.enabled
  return (
    <>
      {separation && proxy ? (
        <>
          <FieldSection path={`${proxy.id}.cutout`} record={proxy.cutout} field={subjectFields.cutout} />
          <ShadowSection path={`${proxy.id}.shadow`} record={proxy.shadow} />
        </>
      ) : (
        <EmptyState
          icon={Scan}
          text={
            busy
              ? t('You can add an outline once the subject is found.')
              : t('No subject found in this photo. Select the subject first.')
          }
        />
      )}
      <MatchLight />
      <PanelFields>
        {separation && <CompareButton to="photo" isDisabled={isPlain} />}
        <SubjectTools />
      </PanelFields>
    </>
  )
}
