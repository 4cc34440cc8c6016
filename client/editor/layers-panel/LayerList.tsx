import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { LayerId } from '../../kit/base/ids.ts'
import { t } from '../../kit/i18n/translate.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import { isSelected, select, toggleSelected } from '../../model/session/ui/selection.ts'
import { editSelected } from '../commands/editSelected.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { LayerRow } from './LayerRow.tsx'
import styles from './LayersPanel.module.css'
import { useRowDrag } from './useRowDrag.ts'
import { useRowKeys } from './useRowKeys.ts'
import { useThumbnails } from './useThumbnails.ts'

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

  const onKeyDown = useRowKeys(list, doc, rows)
  const thumbnails = useThumbnails(doc, rows)
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
          onOpen={() => editSelected(session)}
        />
      ))}
    </div>
  )
}
