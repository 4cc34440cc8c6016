import { Scan } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { FieldSection } from '../../controls/FieldSection.tsx'
import { layerOfKind } from '../../document/document.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { t } from '../../words/words.ts'
import { type SubjectLayer, subjectFields } from './schema.ts'

/** An outline around the subject. */
export default function OutlineFields() {
  const { doc } = useSession()
  const { photo, separation, layers } = useSnapshot(doc)
  if (!photo) return <EmptyState icon={Scan} text={t('Please upload an image first')} />
  const id = layerOfKind({ layers }, 'subject')?.id
  const layer = id && doc.layers[id]
  if (!separation || !layer)
    return <EmptyState icon={Scan} text={t('The outline follows the subject once it is separated.')} />
  const { cutout } = layer as SubjectLayer // its kind was asked above
  return <FieldSection path={`${id}.cutout`} record={cutout} field={subjectFields.cutout} />
}
