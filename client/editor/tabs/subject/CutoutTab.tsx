import { useSnapshot } from 'valtio'
import { PanelFields } from '../../../layers/cards/PanelFields.tsx'
import { OutlineFields } from '../../../layers/subject/OutlineFields.tsx'
import { useSession } from '../../../model/session/SessionContext.tsx'
import { SubjectTools } from './SubjectTools.tsx'

/** The Cutout tab: the outline around the subject, and the subject's tools. */
export default function CutoutTab() {
  const { separation } = useSnapshot(useSession().doc)
  return (
    <>
      <OutlineFields />
      {separation && (
        <PanelFields>
          <SubjectTools />
        </PanelFields>
      )}
    </>
  )
}
