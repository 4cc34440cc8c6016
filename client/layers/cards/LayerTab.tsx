import { type ComponentType, type ReactNode, useId } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { selectedLayer } from '#client/model/session/ui/selection.ts'
import { openSubjectTool, SELECT_SUBJECT_PANEL } from '#client/model/session/ui/subject.ts'
import { ADDING, mayAddLayers } from '../actions.ts'
import { type KindName, kindOf, type LayerNamed } from '../registry.ts'
import { LayerCards } from './LayerCard.tsx'
import styles from './LayerTab.module.css'

/** Props of a button that adds a layer. While no layer can be added, the button is disabled and shows the reason. */
export interface AddButtonProps {
  disabled: boolean
  'aria-describedby': string | undefined
  isWide: true
}

interface Props<K extends KindName> {
  kind: K
  /** The reason that the disabled button shows while the photo is being segmented. */
  busyReason: string
  /** Renders the add buttons. `first`: props of the first button. In an empty tab, this is the primary button. */
  children(first: AddButtonProps & { look: 'primary' | 'soft' }, others: AddButtonProps): ReactNode
  /** Shortcuts that add a layer with one click. Shown while no layer of this kind is selected. */
  palette?: ReactNode
  /** Renders the symbol of a layer, about 20 px high. */
  glyph(layer: Immutable<LayerNamed<K>>): ReactNode
  panel: ComponentType<{ layer: LayerId }>
}

/** A tab with a list of layers: add buttons, a card per layer in the document's order, then the palette. */
export function LayerTab<K extends KindName>(props: Props<K>) {
  const { kind, busyReason, children, palette, glyph, panel } = props
  const session = useSession()
  const doc = useDocument()
  const { mayAdd, button, reason } = useMayAdd(busyReason, kindOf(kind).needsSubject)
  const ids = doc.order.filter((id) => doc.layers[id]?.kind === kind)
  const open = selectedLayer(useSnapshot(session.ui))
  const isAnyOpen = open !== null && ids.includes(open)
  return (
    <>
      <div className={styles.new}>{children({ ...button, look: ids.length === 0 ? 'primary' : 'soft' }, button)}</div>
      {reason}
      {/* safe cast: `ids` contains only layers of this kind */}
      <LayerCards ids={ids} glyph={(now) => glyph(now as Immutable<LayerNamed<K>>)} panel={panel} />
      {mayAdd && !isAnyOpen && palette}
    </>
  )
}

/**
 * Hook that returns whether layers may be added, the props of an add button, and the explanation of a disabled button.
 * `busyReason`: the explanation while the photo is being segmented. `needsSubject`: see
 * `LayerKind`.
 */
export function useMayAdd(
  busyReason: string,
  needsSubject = false,
): { mayAdd: boolean; button: AddButtonProps; reason: ReactNode } {
  const session = useSession()
  const id = useId()
  const doc = useDocument()
  const mayAdd = mayAddLayers({ doc, ui: useSnapshot(session.ui) }) && (!needsSubject || doc.separation !== null)
  return {
    mayAdd,
    button: { disabled: !mayAdd, 'aria-describedby': mayAdd ? undefined : id, isWide: true },
    reason: !mayAdd && <DisabledReason id={id} busyReason={busyReason} />,
  }
}

/** Explains why layers can't be added. If the photo has no subject, also shows the button that selects a subject. */
function DisabledReason({ id, busyReason }: { id: string; busyReason: string }) {
  const session = useSession()
  const { busy } = useSnapshot(session.ui)
  const { separation } = useDocument()
  const isWithoutSubject = separation === null && !busy
  return (
    <>
      <p id={id} className={styles.why}>
        {isWithoutSubject && t(ADDING.analyzed.reason)}
        {separation === null && busy && busyReason}
        {separation !== null && busy && t('Another task is running. Please wait.')}
        {separation !== null && !busy && t(ADDING.background.reason)}
      </p>
      {isWithoutSubject && (
        <Button onClick={() => openSubjectTool(session.ui, SELECT_SUBJECT_PANEL)}>{t('Select subject')}</Button>
      )}
    </>
  )
}
