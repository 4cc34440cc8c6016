import { useSnapshot } from 'valtio'
import { layerOfKind } from '../../model/document/document.ts'
import { useSession } from '../../model/session/SessionContext.tsx'
import { ShadowSection } from '../cards/ShadowSection.tsx'
import type { SubjectLayer } from './schema.ts'

/** Controls of the subject's shadow; nothing while there is no subject. */
export function SubjectShadow() {
  const { doc } = useSession()
  const { separation, layers } = useSnapshot(doc)
  const id = layerOfKind({ layers }, 'subject')?.id
  const layer = id && doc.layers[id]
  if (!separation || !layer) return null
  const { shadow } = layer as SubjectLayer // its kind was asked above
  return <ShadowSection path={`${id}.shadow`} record={shadow} />
}
