import { ArrowDown, ArrowUp, Copy, Pencil, Trash2 } from 'lucide-react'
import { useSnapshot } from 'valtio'
import type { NumberField } from '#client/kit/base/fields.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { duplicateLayer, mayDuplicate, mayRemove, removeLayer } from '#client/layers/actions.ts'
import { FieldSlider } from '#client/layers/controls/fieldControls.tsx'
import { layerName } from '#client/layers/naming.ts'
import { kindOf } from '#client/layers/registry.ts'
import { stepLayer } from '#client/layers/restack.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { selectedLayer } from '#client/model/session/ui/selection.ts'
import { commandOf } from '../commands/registry.ts'
import { tabOfKind } from '../tabs/tabs.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './LayersPanel.module.css'

/** The actions for the selected layer below the list. */
export function LayerTools({ doc }: { doc: DocumentSnapshot }) {
  const { session } = useWorkspace()
  const ui = useSnapshot(session.ui)
  const id = selectedLayer(ui)
  const layer = id && doc.layers[id]
  const living = id && session.doc.layers[id]
  if (!id || !layer || !living || !mayRemove({ doc }, id)) return null
  const name = layerName(layer, doc)
  const tab = tabOfKind(layer.kind)
  const isShownThere = tab !== undefined && tab.id === ui.tab // the layer's panel has the same slider
  const opacity = kindOf(layer.kind).fields.opacity as NumberField | undefined
  return (
    <div className={styles.foot}>
      {opacity?.type === 'number' && !isShownThere && (
        <FieldSlider
          path={id}
          record={living as typeof living & { opacity: number }} // this kind has the field
          name="opacity"
          field={opacity}
        />
      )}
      <div className={styles.tools} role="toolbar" aria-label={t('Layer actions')}>
        <IconButton
          size="small"
          label={t('Move {name} up', { name })}
          hint={t('Move up')}
          shortcut="Alt+↑"
          icon={ArrowUp}
          onClick={() => stepLayer(session, id, 1)}
        />
        <IconButton
          size="small"
          label={t('Move {name} down', { name })}
          hint={t('Move down')}
          shortcut="Alt+↓"
          icon={ArrowDown}
          onClick={() => stepLayer(session, id, -1)}
        />
        <IconButton
          size="small"
          label={t('Rename {name}', { name })}
          hint={t('Rename')}
          shortcut="F2"
          icon={Pencil}
          onClick={() => {
            session.ui.layers.renaming = id
          }}
        />
        {mayDuplicate(session, id) && (
          <IconButton
            size="small"
            label={t('Duplicate {name}', { name })}
            hint={t('Duplicate')}
            shortcut={commandOf('duplicate').keys[0]}
            icon={Copy}
            onClick={() => duplicateLayer(session, id)}
          />
        )}
        <IconButton
          size="small"
          label={t('Delete {name}', { name })}
          hint={t('Delete')}
          shortcut={commandOf('delete').keys[0]}
          icon={Trash2}
          onClick={() => removeLayer(session, id)}
        />
      </div>
    </div>
  )
}
