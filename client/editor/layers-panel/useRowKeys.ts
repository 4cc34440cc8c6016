import type { KeyboardEvent, RefObject } from 'react'
import type { LayerId } from '../../kit/base/ids.ts'
import { hideLayer, removeLayer } from '../../layers/actions.ts'
import { stepLayer } from '../../layers/restack.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import { isSelected, select } from '../../model/session/ui/selection.ts'
import { editSelected } from '../commands/editSelected.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'

/**
 * Hook that returns the key handler of the layers panel's rows. The arrow keys move the focus. With Shift they extend
 * the selection, with Alt they move the layer. The other keys act on the layer of the row. `rows` is ordered from front
 * to back.
 */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  doc: DocumentSnapshot,
  rows: readonly LayerId[],
): (event: KeyboardEvent, id: LayerId) => void {
  const { session } = useWorkspace()
  const { ui } = session

  const focusRow = (id: LayerId | undefined) => {
    if (id) list.current?.querySelector<HTMLElement>(`[data-layer="${id}"]`)?.focus()
  }

  function pressArrow({ altKey, shiftKey }: KeyboardEvent, id: LayerId, step: 1 | -1) {
    const neighbour = rows[rows.indexOf(id) + step]
    if (altKey) stepLayer(session, id, step === 1 ? -1 : 1)
    else {
      const selected =
        neighbour && isSelected(ui, neighbour)
          ? ui.selection.filter((other) => other !== id)
          : [...ui.selection, ...(neighbour ? [neighbour] : [])]
      focusRow(neighbour)
      if (shiftKey && neighbour) select(ui, ...selected)
    }
  }

  function removeRow(id: LayerId) {
    const index = rows.indexOf(id)
    focusRow(rows[index + 1] ?? rows[index - 1])
    removeLayer(session, id)
  }

  return (event, id) => {
    const actions: Readonly<Record<string, () => void>> = {
      ArrowUp: () => pressArrow(event, id, -1),
      ArrowDown: () => pressArrow(event, id, 1),
      Home: () => focusRow(rows[0]),
      End: () => focusRow(rows.at(-1)),
      ArrowRight: () => event.currentTarget.querySelector<HTMLElement>('button')?.focus(),
      ' ': () => hideLayer(session, id, !doc.layers[id]?.isHidden),
      F2: () => {
        ui.layers.renaming = id
      },
      Enter: () => editSelected(session),
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
