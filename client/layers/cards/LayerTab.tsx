import type { LucideIcon } from 'lucide-react'
import { type ComponentType, type ReactNode, useId } from 'react'
import { useSnapshot } from 'valtio'
import type { LayerId } from '../../kit/base/ids.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import { EmptyState } from '../../kit/ui/EmptyState.tsx'
import type { LayerBase } from '../../model/document/document.ts'
import { useSession } from '../../model/session/SessionContext.tsx'
import { mayAddLayers } from '../actions.ts'
import type { KindName, LayerNamed } from '../registry.ts'
import { type Description, LayerCard } from './LayerCard.tsx'
import styles from './LayerTab.module.css'
import { type Reasons, WhyNot } from './WhyNot.tsx'

/** For a button that adds a layer: it is disabled, and says why, while none can be added. */
export interface AddButtonProps {
  disabled: boolean
  'aria-describedby': string | undefined
}

interface Props<K extends KindName> {
  kind: K
  icon: LucideIcon
  /** What stands here while there is no photo (spec §8). */
  prompt: string
  whyNot: Reasons
  /** The buttons that add a layer of this kind. */
  children(button: AddButtonProps): ReactNode
  /** What stands here while there is no such layer. */
  empty?: ReactNode
  /** `index`: among its like, in the document's order, from 0. */
  describe(layer: Immutable<LayerNamed<K>>, index: number): Description
  /** The controls of one layer, shown when its card is open. */
  panel: ComponentType<{ layer: LayerId }>
}

/** A tab whose layers are a list: add buttons, then a card per layer in the document's order, newest last. */
export function LayerTab<K extends KindName>(props: Props<K>) {
  const { kind, icon, prompt, whyNot, children, empty, describe, panel: Panel } = props
  const session = useSession()
  const doc = useSnapshot(session.doc)
  const ui = useSnapshot(session.ui)
  const reason = useId()
  if (!doc.photo) return <EmptyState icon={icon} text={prompt} />
  const mayAdd = mayAddLayers({ doc, ui })
  const ids = doc.order.filter((id) => doc.layers[id]?.kind === kind)
  return (
    <>
      <div className={styles.new}>
        {children({ disabled: !mayAdd, 'aria-describedby': mayAdd ? undefined : reason })}
      </div>
      {!mayAdd && <WhyNot id={reason} words={whyNot} />}
      {ids.length === 0 && empty}
      {ids.map((id, index) => {
        const layer: LayerBase | undefined = session.doc.layers[id]
        return (
          layer && (
            // its kind was asked above
            <LayerCard key={id} layer={layer} describe={(now) => describe(now as Immutable<LayerNamed<K>>, index)}>
              <Panel layer={id} />
            </LayerCard>
          )
        )
      })}
    </>
  )
}
