import { BringToFront, SendToBack } from 'lucide-react'
import { useSnapshot } from 'valtio'
import type { LayerId } from '#client/kit/base/ids.ts'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import type { Placement } from '#client/model/document/document.ts'
import { useSession } from '#client/model/session/session.ts'
import { placeLayer } from '../actions.ts'

const SIDES = [
  { value: 'background', label: 'Behind', icon: SendToBack },
  { value: 'foreground', label: 'In front', icon: BringToFront },
] as const satisfies readonly { value: Placement; label: string; icon: typeof SendToBack }[]

/** Choice between behind and in front of the subject. Also shown without a subject. */
export function PlacementField({ layer }: { layer: LayerId }) {
  const session = useSession()
  const placement = useSnapshot(session.doc).layers[layer]?.placement
  if (!placement) return null
  return (
    <Segmented
      label={t('Placement')}
      value={placement}
      options={tLabels(SIDES)}
      onChange={(side) => placeLayer(session, layer, side)}
    />
  )
}
