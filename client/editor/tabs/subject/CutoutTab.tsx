import { useSnapshot } from 'valtio'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { PanelFields } from '#client/layers/cards/LayerFields.tsx'
import { MatchLight } from '#client/layers/cards/MatchLight.tsx'
import { CompareButton } from '#client/layers/controls/CompareButton.tsx'
import type { SubjectLayer } from '#client/layers/subject/index.ts'
import { OutlineFields, SubjectShadow } from '#client/layers/subject/panel.tsx'
import { layerOfKind } from '#client/model/document/document.ts'
import { useSession } from '#client/model/session/session.ts'
import { SubjectTools } from './SubjectTools.tsx'

/** The Cutout tab: the outline around the subject, its shadow, its light, and the subject's tools. */
export default function CutoutTab() {
  const { separation, layers } = useSnapshot(useSession().doc)
  const subject = layerOfKind({ layers }, 'subject') as Immutable<SubjectLayer> | undefined // has the kind 'subject'
  const isPlain = !subject?.cutout.enabled && !subject?.shadow.enabled
  return (
    <>
      <OutlineFields />
      <SubjectShadow />
      <MatchLight />
      <PanelFields>
        {separation && <CompareButton to="photo" isDisabled={isPlain} />}
        <SubjectTools />
      </PanelFields>
    </>
  )
}
