import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { editSelected } from '#client/editor/commands/editSelected.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { hideLayer, mayRemove, removeLayer } from '#client/layers/actions.ts'
import { stepLayer } from '#client/layers/restack.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { isSelected, select, toggleSelected } from '#client/model/session/ui/selection.ts'
import { LayerRow } from './LayerRow.tsx'
import styles from './LayersPanel.module.css'
import { useRowDrag } from './useRowDrag.ts'
import { useThumbnails } from './useThumbnails.ts'

interface Props {
  doc: DocumentSnapshot
  /** ids of the layers, from front to back */
  rows: readonly LayerId[]
}

/**
 * The rows of the Layers panel. Focusing a row selects its layer. Arrow keys move between rows. The user can drag a row
 * to another position.
 */
export function LayerList({ doc, rows }: Props) {
  const workspace = useWorkspace()
  const { ui } = workspace.session
  const { selection, layers } = useSnapshot(ui)
  const list = useRef<HTMLDivElement>(null)
  const drag = useRowDrag(list, rows)
  const active = rows.find((id) => isSelected({ selection }, id)) ?? rows[0]

  const onKeyDown = useRowKeys(list, doc, rows)
  const thumbnails = useThumbnails(doc, rows)
  return (
    <div
      ref={list}
      className={styles.list}
      role="tree"
      aria-label={t('Layers, front to back')}
      aria-multiselectable
      onPointerDown={drag.onPointerDown}
    >
      {rows.map((id, place) => (
        <LayerRow
          key={id}
          layer={id}
          doc={doc}
          thumbnails={thumbnails}
          isSelected={isSelected({ selection }, id)}
          isActive={id === active}
          isRenaming={layers.renaming === id}
          isDragged={drag.dragged === id}
          drop={drag.gap === place ? 'above' : drag.gap === rows.length && place === rows.length - 1 ? 'below' : null}
          onKeyDown={(event) => onKeyDown(event, id)}
          onChoose={(isMore) => {
            if (isMore) toggleSelected(ui, id)
            else select(ui, id)
          }}
          onOpen={() => editSelected(workspace)}
        />
      ))}
    </div>
  )
}

/**
 * Hook that returns the key handler of the layer rows. The arrow keys up and down move the focus to another row. With
 * Shift, they extend the selection. With Alt, they move the layer. Other keys act on the row's layer. `rows`: layer ids
 * from front to back.
 */
function useRowKeys(
  list: RefObject<HTMLElement | null>,
  doc: DocumentSnapshot,
  rows: readonly LayerId[],
): (event: KeyboardEvent, id: LayerId) => void {
  const workspace = useWorkspace()
  const { session } = workspace
  const { ui } = session

  const focusRow = (id: LayerId | undefined) => {
    if (id) list.current?.querySelector<HTMLElement>(`[data-layer="${id}"]`)?.focus()
  }

  function pressArrow({ altKey, shiftKey }: KeyboardEvent, id: LayerId, step: 1 | -1) {
    const neighbor = rows[rows.indexOf(id) + step]
    if (altKey) stepLayer(session, id, step === 1 ? -1 : 1)
    else {
      const selected =
        neighbor && isSelected(ui, neighbor)
          ? ui.selection.filter((other) => other !== id)
          : [...ui.selection, ...(neighbor ? [neighbor] : [])]
      focusRow(neighbor)
      if (shiftKey && neighbor) select(ui, ...selected)
    }
  }

  /** Removes all selected layers if the row is selected. */
  function removeRow(id: LayerId) {
    const gone = (isSelected(ui, id) ? [...ui.selection] : [id]).filter((row) => mayRemove(session, row))
    const [index, isLeft] = [rows.indexOf(id), (row: LayerId) => !gone.includes(row)]
    focusRow(rows.slice(index).find(isLeft) ?? rows.slice(0, index).findLast(isLeft))
    removeLayer(session, ...gone)
  }

  return (event, id) => {
    const actions: Readonly<Record<string, () => void>> = {
      ArrowUp: () => pressArrow(event, id, -1),
      ArrowDown: () => pressArrow(event, id, 1),
      Home: () => focusRow(rows[0]),
      End: () => focusRow(rows.at(-1)),
      ArrowLeft: () => focusInRow(event),
      ArrowRight: () => focusInRow(event),
      ' ': () => hideLayer(session, id, !doc.layers[id]?.isHidden),
      F2: () => {
        ui.layers.renaming = id
      },
      Enter: () => editSelected(workspace),
      Delete: () => removeRow(id),
      Backspace: () => removeRow(id),
    }
    const act = actions[event.key]
    if (!act) return
    act()
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Moves the focus from the row to its buttons, which are on the left in right-to-left layouts, or back. */
function focusInRow({ key, target, currentTarget: row }: KeyboardEvent): void {
  const places = [row, ...row.querySelectorAll('button')]
  const isRtl = getComputedStyle(row).direction === 'rtl'
  const next = places[places.indexOf(target as Element) + ((key === 'ArrowLeft') === isRtl ? 1 : -1)]
  if (next instanceof HTMLElement) next.focus()
}
