import { useSnapshot } from 'valtio'
import { t } from '../../../kit/i18n/translate.ts'
import { Section } from '../../../kit/ui/controls/Section.tsx'
import { FillFields } from '../../../layers/cards/FillFields.tsx'
import { FieldList } from '../../../layers/controls/FieldList.tsx'
import { FieldSlider } from '../../../layers/controls/FieldSlider.tsx'
import type { SubjectLayer } from '../../../layers/subject/schema.ts'
import { type DocumentSnapshot, layerOfKind } from '../../../model/document/document.ts'
import { subjectPlaceFields } from '../../../render/objects/subjectFields.ts'
import { neededFill } from '../../../render/photo/branches.ts'
import { useWorkspace } from '../../workspace/WorkspaceContext.tsx'

/** The subject's size and position, and the fill at its original place. */
export function SubjectFields() {
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
