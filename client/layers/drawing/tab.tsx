import { Brush } from 'lucide-react'
import { useId } from 'react'
import { useSnapshot } from 'valtio'
import { setterOf } from '#client/kit/base/immutable.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import { EmptyState } from '#client/kit/ui/feedback/EmptyState.tsx'
import { useSession } from '#client/model/session/session.ts'
import { mayAddLayers } from '../actions.ts'
import { PanelFields } from '../cards/LayerFields.tsx'
import { DisabledReason } from '../cards/LayerTab.tsx'
import { CompareButton } from '../controls/CompareButton.tsx'
import { BrushFields } from './BrushFields.tsx'
import { Strokes } from './Strokes.tsx'

export default function DrawTab() {
  const session = useSession()
  const doc = useSnapshot(session.doc)
  const ui = useSnapshot(session.ui)
  const reason = useId()
  if (!doc.photo) return <EmptyState icon={Brush} text={t('Please upload an image first to use the draw feature')} />
  const hasStrokes = Object.values(doc.layers).some(({ kind }) => kind === 'drawing')
  const mayDraw = mayAddLayers({ doc, ui })
  return (
    <>
      <PanelFields>
        <Switch
          label={t('Drawing mode')}
          isOn={ui.draw.isOn && mayDraw}
          isDisabled={!mayDraw}
          onChange={setterOf(session.ui.draw, 'isOn')}
        />
        <BrushFields />
        <CompareButton to="photo" isDisabled={!hasStrokes} />
      </PanelFields>
      {!mayDraw && <DisabledReason id={reason} busyReason={t('You can draw once the subject is found.')} />}
      <Strokes />
    </>
  )
}
