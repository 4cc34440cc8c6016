import { type ComponentType, type ReactNode, useId } from 'react'
import { useSnapshot } from 'valtio'
import type { LayerId } from '../../kit/base/ids.ts'
import type { Immutable } from '../../kit/base/immutable.ts'
import { EmptyState } from '../../kit/ui/feedback/EmptyState.tsx'
import type { LayerBase } from '../../model/document/document.ts'
import { useSession } from '../../model/session/session.ts'
import { selectedLayer } from '../../model/session/ui/selection.ts'
import { mayAddLayers } from '../actions.ts'
import { type KindName, kindOf, type LayerNamed } from '../registry.ts'
import { DisabledReason, type DisabledReasons } from './DisabledReason.tsx'
import { LayerCard } from './LayerCard.tsx'
import styles from './LayerTab.module.css'

/** Props of a button that adds a layer. While no layer can be added, it is disabled and shows the reason. */
export interface AddButtonProps {
  disabled: boolean
  'aria-describedby': string | undefined
}

interface Props<K extends KindName> {
  kind: K
  /** Text while there is no photo (spec §8). */
  prompt: string
  disabledReasons: DisabledReasons
  /** Renders the add buttons. `isEmpty`: the tab has no layer yet, so the first button is the primary button. */
  children(button: AddButtonProps, isEmpty: boolean): ReactNode
  /** Shortcuts that add a layer with one click, shown while no layer of this kind is selected. */
  palette?: ReactNode
  /** about 20 px high */
  glyph(layer: Immutable<LayerNamed<K>>): ReactNode
  panel: ComponentType<{ layer: LayerId }>
}

/** Tab with a list of layers: add buttons, then one card per layer in the document's order. */
export function LayerTab<K extends KindName>(props: Props<K>) {
  const { kind, prompt, disabledReasons, children, palette, glyph, panel: Panel } = props
  const session = useSession()
  const doc = useSnapshot(session.doc)
  const ui = useSnapshot(session.ui)
  const reason = useId()
  if (!doc.photo) return <EmptyState icon={kindOf(kind).icon} text={prompt} />
  const mayAdd = mayAddLayers({ doc, ui })
  const ids = doc.order.filter((id) => doc.layers[id]?.kind === kind)
  const open = selectedLayer(ui)
  const isAnyOpen = open !== null && ids.includes(open)
  return (
    <>
      <div className={styles.new}>
        {children({ disabled: !mayAdd, 'aria-describedby': mayAdd ? undefined : reason }, ids.length === 0)}
      </div>
      {!mayAdd && <DisabledReason id={reason} reasons={disabledReasons} />}
      {mayAdd && !isAnyOpen && palette}
      {ids.map((id) => {
        const layer: LayerBase | undefined = session.doc.layers[id]
        return (
          layer && (
            // filtered by kind above
            <LayerCard key={id} layer={layer} glyph={(now) => glyph(now as Immutable<LayerNamed<K>>)}>
              <Panel layer={id} />
            </LayerCard>
          )
        )
      })}
    </>
  )
}
