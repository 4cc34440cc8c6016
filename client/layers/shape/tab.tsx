import { Plus } from 'lucide-react'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { useSession } from '#client/model/session/session.ts'
import { addLayer } from '../actions.ts'
import { LayerTab } from '../cards/LayerTab.tsx'
import ShapePanel from './panel.tsx'
import { ShapeGlyph, ShapePalette } from './ShapeGrid.tsx'
import { isStroked } from './transform.ts'

export default function ShapeTab() {
  const session = useSession()
  return (
    <LayerTab
      kind="shape"
      busyReason={t('You can add shapes once the subject is found.')}
      glyph={(layer) => <ShapeGlyph type={layer.type} isStroked={isStroked(layer)} />}
      panel={ShapePanel}
      palette={<ShapePalette />}
    >
      {(first) => (
        <Button {...first} icon={Plus} onClick={() => addLayer(session, 'shape')}>
          {t('Add Shape')}
        </Button>
      )}
    </LayerTab>
  )
}
