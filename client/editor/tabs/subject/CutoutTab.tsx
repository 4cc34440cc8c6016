import { useSnapshot } from 'valtio'
import { PanelFields } from '../../../layers/cards/PanelFields.tsx'
import { OutlineFields } from '../../../layers/subject/OutlineFields.tsx'
import { SubjectShadow } from '../../../layers/subject/SubjectShadow.tsx'
import { useSession } from '../../../model/session/SessionContext.tsx'
import { SubjectTools } from './SubjectTools.tsx'

/** The Cutout tab: the outline around the subject, its shadow, and the subject's tools. */
export default function CutoutTab() {
  const { separation } = useSnapshot(useSession().doc)
  return (
    <>
      <OutlineFields />
      <SubjectShadow />
      {separation && (
        <PanelFields>
          <SubjectTools />
        </PanelFields>
      )}
    </>
  )
}
