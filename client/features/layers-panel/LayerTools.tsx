import { ArrowDown, ArrowUp, Copy, type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useCommands } from '#client/editor/commands/CommandButton.tsx'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import type { NumberField } from '#client/kit/values/fields.ts'
import { duplicateLayer, mayDuplicate, mayRemove, removeLayer } from '#client/layers/actions.ts'
import { FieldSlider } from '#client/layers/controls/fieldControls.tsx'
import { layerName } from '#client/layers/naming.ts'
import { kindOf } from '#client/layers/registry.ts'
import { stepLayer } from '#client/layers/restack.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { selectedLayer } from '#client/model/session/ui/selection.ts'
import styles from './LayersPanel.module.css'

export function LayerTools({ doc }: { doc: DocumentSnapshot }) {
  const { session, panels } = useWorkspace()
  const { commands } = useCommands()
  const ui = useSnapshot(session.ui)
  const id = selectedLayer(ui)
  const layer = id && doc.layers[id]
  const proxy = id && session.doc.layers[id]
  if (!id || !layer || !proxy || !mayRemove({ doc }, id)) return null
  const name = layerName(layer, doc)
  const panel = panels.ofKind(layer.kind)
  const isShownThere = panel !== undefined && panel.id === ui.panel // the layer's open panel already has an opacity slider
  const opacity = kindOf(layer.kind).fields.opacity as NumberField | undefined
  const rename = () => {
    session.ui.layers.renaming = id
  }
  const [duplicateKey, deleteKey] = [commands.of('duplicate').keys[0], commands.of('delete').keys[0]]
  type Action = [label: string, hint: string, shortcut: string | undefined, icon: LucideIcon, run: () => void]
  const tools: Action[] = [
    [t('Move {name} up', { name }), t('Move up'), 'Alt+↑', ArrowUp, () => stepLayer(session, id, 1)],
    [t('Move {name} down', { name }), t('Move down'), 'Alt+↓', ArrowDown, () => stepLayer(session, id, -1)],
    [t('Rename {name}', { name }), t('Rename'), 'F2', Pencil, rename],
    [t('Delete {name}', { name }), t('Delete'), deleteKey, Trash2, () => removeLayer(session, id)],
  ]
  if (mayDuplicate(session, id)) {
    const duplicate = () => void duplicateLayer(session, id)
    tools.splice(3, 0, [t('Duplicate {name}', { name }), t('Duplicate'), duplicateKey, Copy, duplicate])
  }
  return (
    <div className={styles.foot}>
      {opacity?.type === 'number' && !isShownThere && (
        <FieldSlider
          path={id}
          record={proxy as typeof proxy & { opacity: number }} // safe cast: this kind of layer has an opacity
          name="opacity"
          field={opacity}
        />
      )}
      <div className={styles.tools} role="toolbar" aria-label={t('Layer actions')}>
        {tools.map(([label, hint, shortcut, icon, run]) => (
          <IconButton key={hint} size="small" label={label} hint={hint} shortcut={shortcut} icon={icon} onClick={run} />
        ))}
      </div>
    </div>
  )
}
