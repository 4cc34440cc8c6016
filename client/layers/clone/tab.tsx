import { Copy, TrianglesCenterlineDashedVertical, UserRound } from 'lucide-react'
import { t } from '../../kit/i18n/translate.ts'
import { Button } from '../../kit/ui/controls/Button.tsx'
import { useSession } from '../../model/session/SessionContext.tsx'
import { addLayer } from '../actions.ts'
import { LayerTab } from '../cards/LayerTab.tsx'
import ClonePanel from './panel.tsx'

/** The Clone tab: a button for new clones, and the list of clones. */
export default function CloneTab() {
  const session = useSession()
  return (
    <LayerTab
      kind="clone"
      prompt={t('Please upload an image first to use the clone feature.')}
      disabledReasons={{
        busy: t('The subject can be cloned as soon as it is found.'),
        noSubject: t('The subject of this photo was not found, so there is nothing to clone.'),
        noBackground: t('The background is removed: there is nothing to put clones on.'),
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
