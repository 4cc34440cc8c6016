import { type KeyboardEvent, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { LayerId } from '../../kit/base/ids.ts'
import { t } from '../../kit/i18n/translate.ts'
import { hideLayer, removeLayer } from '../../layers/actions.ts'
import { stepLayer } from '../../layers/restack.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import { isSelected, select, toggleSelected } from '../../model/session/ui/selection.ts'
import { editSelected } from '../commands/editSelected.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { LayerRow } from './LayerRow.tsx'
import styles from './LayersPanel.module.css'
import { useRowDrag } from './useRowDrag.ts'

interface Props {
  doc: DocumentSnapshot
  /** From front to back. */
  rows: readonly LayerId[]
}

/**
 * The rows of the layers panel: focusing a row selects it, arrow keys move between rows, and rows can be dragged to
 * another position.
 */
export function LayerList({ doc, rows }: Props) {
  const { session } = useWorkspace()
  const { ui } = session
  const { selection, layers } = useSnapshot(ui)
  const list = useRef<HTMLDivElement>(null)
  const drag = useRowDrag(list, rows)
  const active = rows.find((id) => isSelected({ selection }, id)) ?? rows[0]

  const focusRow = (id: LayerId | undefined) => {
    if (id) list.current?.querySelector<HTMLElement>(`[data-layer="${id}"]`)?.focus()
  }

  function press(event: KeyboardEvent, id: LayerId) {
    const at = rows.indexOf(id)
    const neighbour = rows[at + (event.key === 'ArrowUp' ? -1 : 1)]
    switch (event.key) {
      case 'ArrowUp':
      case 'ArrowDown':
        if (event.altKey) stepLayer(session, id, event.key === 'ArrowUp' ? 1 : -1)
        else if (event.shiftKey && neighbour) {
          const kept = isSelected(ui, neighbour)
            ? ui.selection.filter((other) => other !== id)
            : [...ui.selection, neighbour]
          focusRow(neighbour)
          select(ui, ...kept)
        } else focusRow(neighbour)
        break
      case 'Home':
        focusRow(rows[0])
        break
      case 'End':
        focusRow(rows.at(-1))
        break
      case 'ArrowRight':
        event.currentTarget.querySelector<HTMLElement>('button')?.focus()
        break
      case ' ':
        hideLayer(session, id, !doc.layers[id]?.isHidden)
        break
      case 'F2':
        ui.layers.renaming = id
        break
      case 'Enter':
        editSelected(session)
        break
      case 'Delete':
      case 'Backspace':
        focusRow(neighbour ?? rows[at - 1])
        removeLayer(session, id)
        break
      default:
        return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={list}
      className={styles.list}
      role="tree"
      aria-label={t('Layers, front to back')}
      aria-multiselectable
      {...drag.events}
    >
      {rows.map((id, place) => (
        <LayerRow
          key={id}
          layer={id}
          doc={doc}
          isSelected={isSelected({ selection }, id)}
          isActive={id === active}
          isRenaming={layers.renaming === id}
          isDragged={drag.dragged === id}
          drop={drag.gap === place ? 'above' : drag.gap === rows.length && place === rows.length - 1 ? 'below' : null}
          onKeyDown={(event) => press(event, id)}
          onChoose={(isMore) => {
            if (isMore) toggleSelected(ui, id)
            else select(ui, id)
          }}
          onOpen={() => editSelected(session)}
        />
      ))}
    </div>
  )
}
