import { BringToFront, SendToBack } from 'lucide-react'
import { useSnapshot } from 'valtio'
import type { LayerId } from '../../base/ids.ts'
import type { Placement } from '../../document/document.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { t, tLabels } from '../../words/words.ts'
import { placeLayer } from '../actions.ts'

const SIDES = [
  { value: 'background', label: 'Behind', icon: SendToBack },
  { value: 'foreground', label: 'In front', icon: BringToFront },
] as const satisfies readonly { value: Placement; label: string; icon: typeof SendToBack }[]

/** Which side of the subject a layer is on. */
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
