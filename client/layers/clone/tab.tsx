import { Copy, TrianglesCenterlineDashedVertical, UserRound } from 'lucide-react'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import type { LayerId } from '#client/kit/values/ids.ts'
import { useSession } from '#client/model/session/session.ts'
import { addLayer } from '../actions.ts'
import { HiddenNotice } from '../cards/HiddenNotice.tsx'
import { BlendModeField, PanelFields } from '../cards/LayerFields.tsx'
import { LayerTab } from '../cards/LayerTab.tsx'
import { PixelSize } from '../cards/PixelSize.tsx'
import { ShadowSection } from '../cards/ShadowSection.tsx'
import { useLayer } from '../cards/useLayer.ts'
import { FieldList } from '../controls/FieldList.tsx'
import { cloneFields } from './schema.ts'

/**
 * The Clone tab, which adds copies of the subject. Without a subject or background, explains why no copy can be added.
 */
export default function CloneTab() {
  const session = useSession()
  return (
    <LayerTab
      kind="clone"
      busyReason={t('You can clone the subject once it’s found.')}
      glyph={({ flip }) =>
        flip.horizontal ? <TrianglesCenterlineDashedVertical size={18} /> : <UserRound size={18} />
      }
      panel={ClonePanel}
    >
      {(first) => (
        <Button {...first} icon={Copy} onClick={() => addLayer(session, 'clone')}>
          {t('Clone subject')}
        </Button>
      )}
    </LayerTab>
  )
}

function ClonePanel({ layer: id }: { layer: LayerId }) {
  const layer = useLayer('clone', id)
  if (!layer) return null
  return (
    <>
      <PanelFields>
        <HiddenNotice layer={id} />
        <FieldList path={id} record={layer} fields={cloneFields} omit={['shadow']} />
        <PixelSize layer={id} />
        <BlendModeField layer={id} />
      </PanelFields>
      <ShadowSection path={`${id}.shadow`} record={layer.shadow} />
    </>
  )
}
