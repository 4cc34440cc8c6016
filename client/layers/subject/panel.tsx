import { Scan } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { EmptyState } from '#client/kit/ui/feedback/EmptyState.tsx'
import { layerOfKind } from '#client/model/document/document.ts'
import { useSession } from '#client/model/session/session.ts'
import { ShadowSection } from '../cards/ShadowSection.tsx'
import { FieldSection } from '../controls/FieldSection.tsx'
import { type SubjectLayer, subjectFields } from './index.ts'

export function SubjectShadow() {
  const { doc } = useSession()
  const { separation, layers } = useSnapshot(doc)
  const id = layerOfKind({ layers }, 'subject')?.id
  const layer = id && doc.layers[id]
  if (!separation || !layer) return null
  const { shadow } = layer as SubjectLayer // `layer` is the subject
  return <ShadowSection path={`${id}.shadow`} record={shadow} />
}

export function OutlineFields() {
  const { doc, ui } = useSession()
  const { busy } = useSnapshot(ui)
  const { separation, layers } = useSnapshot(doc)
  const id = layerOfKind({ layers }, 'subject')?.id
  const layer = id && doc.layers[id]
  if (!separation || !layer)
    return (
      <EmptyState
        icon={Scan}
        text={
          busy
            ? t('You can add an outline once the subject is found.')
            : t('No subject found in this photo. Select the subject first.')
        }
      />
    )
  const { cutout } = layer as SubjectLayer // `layer` is the subject
  return <FieldSection path={`${id}.cutout`} record={cutout} field={subjectFields.cutout} />
}
