import { useSnapshot } from 'valtio'
import { FieldList } from '../../controls/FieldList.tsx'
import { FieldSlider } from '../../controls/FieldSlider.tsx'
import { layerOfKind } from '../../document/document.ts'
import { subjectPlaceFields } from '../../layers/photo/subjectFields.ts'
import type { SubjectLayer } from '../../layers/subject/schema.ts'
import { Section } from '../../ui/Section.tsx'
import { t } from '../../words/words.ts'
import { useWorkspace } from '../WorkspaceContext.tsx'

/** How large the subject is on its new background, and where it stands. */
export function SubjectFields() {
  const { session } = useWorkspace()
  const found = layerOfKind(useSnapshot(session.doc), 'subject')
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
    </Section>
  )
}
