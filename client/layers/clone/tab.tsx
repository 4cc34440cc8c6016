import { Copy, TrianglesCenterlineDashedVertical, UserRound } from 'lucide-react'
import { t } from '../../kit/i18n/translate.ts'
import { Button } from '../../kit/ui/controls/Button.tsx'
import { useSession } from '../../model/session/session.ts'
import { addLayer } from '../actions.ts'
import { LayerTab } from '../cards/LayerTab.tsx'
import ClonePanel from './panel.tsx'

/** The Clone tab adds copies of the subject. Without a subject or background it explains why cloning is unavailable. */
export default function CloneTab() {
  const session = useSession()
  return (
    <LayerTab
      kind="clone"
      prompt={t('Please upload an image first to use the clone feature.')}
      disabledReasons={{
        busy: t('You can clone the subject once it’s found.'),
        noSubject: t('No subject found in this photo. Select the subject first.'),
        noBackground: t('The background is removed. To use this tool, click Reset Background in the Change BG tab.'),
      }}
      glyph={({ flip }) =>
        flip.horizontal ? <TrianglesCenterlineDashedVertical size={18} /> : <UserRound size={18} />
      }
      panel={ClonePanel}
    >
      {(button, isEmpty) => (
        <Button
          {...button}
          look={isEmpty ? 'primary' : 'soft'}
          icon={Copy}
          isWide
          onClick={() => addLayer(session, 'clone')}
        >
          {t('Clone subject')}
        </Button>
      )}
    </LayerTab>
  )
}
