import { ChevronsRight, Layers, X } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useCommands } from '#client/editor/commands/CommandButton.tsx'
import { Drawer } from '#client/editor/shell/Drawer.tsx'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { COARSE, NARROW, ROOMY, useMedia } from '#client/kit/ui/hooks.ts'
import { mayRemove } from '#client/layers/actions.ts'
import { stackRows } from '#client/layers/restack.ts'
import { snapshotOf, useDocument } from '#client/model/session/session.ts'
import { LayerList } from './LayerList.tsx'
import styles from './LayersPanel.module.css'
import { LayerTools } from './LayerTools.tsx'

/**
 * The panel with the list of layers, including the subject. On wide screens, the panel is next to the canvas. On narrow
 * screens, it is a sheet.
 */
export function LayersPanel() {
  const { commands } = useCommands()
  const { photo } = useDocument()
  const { isShown, isNarrow, toggle } = useShown()
  const doc = useSettledDocument()
  const isStanding = photo !== null && isShown
  // only touch and narrow screens have LayerTools; elsewhere, the canvas bar and the context menu have its actions
  const hasTools = useMedia(`${COARSE}, ${NARROW}`)
  // The panel renders immediately. The rows are rendered deferred, so that input isn't blocked.
  const rows = useMemo(() => stackRows(doc).reverse(), [doc])
  const isFilled = useDeferredValue(isStanding, false) && isStanding
  if (!photo) return null
  if (!isShown)
    return (
      <div className={isNarrow ? styles.floating : styles.strip}>
        <IconButton
          label={t('Layers')}
          icon={Layers}
          shortcut={commands.of('layers').keys[0]}
          aria-expanded={false}
          tooltipSide="left"
          onClick={toggle}
        />
      </div>
    )
  return (
    <Drawer
      title={t('Layers')}
      side="right"
      close={
        <IconButton
          label={t('Close layers panel')}
          icon={isNarrow ? X : ChevronsRight}
          shortcut={commands.of('layers').keys[0]}
          size="small"
          onClick={toggle}
        />
      }
      onClose={toggle}
      foot={isFilled && hasTools && <LayerTools doc={doc} />}
    >
      {isFilled && <LayerList doc={doc} rows={rows} />}
      {!rows.some((id) => mayRemove({ doc }, id)) && (
        <p className={styles.hint}>
          {doc.separation
            ? t('Layers you add appear here, above or below the subject.')
            : t('Layers you add appear here.')}
        </p>
      )}
    </Drawer>
  )
}

/**
 * Returns the document after the last undo step, so that the list isn't rendered in every frame of a drag. Also returns
 * the newest document after a better matte has arrived, which doesn't add an undo step.
 */
function useSettledDocument() {
  const { session } = useWorkspace()
  const { version } = useSnapshot(session.history.state)
  const matte = useDocument().separation?.matte
  const settled = useMemo(() => ({ version, matte, doc: snapshotOf(session) }), [session, version, matte])
  return settled.doc
}

function useShown() {
  const { ui } = useWorkspace().session
  const { panel, layers } = useSnapshot(ui)
  const isNarrow = useMedia(NARROW)
  const isRoomy = useMedia(ROOMY)
  const isShown = isRoomy ? (layers.isOpen ?? true) : layers.isOpen === true && panel === null
  useEffect(() => {
    if (!isRoomy && panel !== null && ui.layers.isOpen) ui.layers.isOpen = false
  }, [ui, isRoomy, panel])
  const asset = useDocument().photo?.asset
  const known = useRef(asset)
  useEffect(() => {
    const isNew = asset !== known.current
    known.current = asset
    if (isNew && !isRoomy && ui.layers.isOpen) ui.layers.isOpen = false // the sheet would cover the new photo
  }, [ui, isRoomy, asset])
  const toggle = () => {
    ui.layers.isOpen = !isShown
    if (!isRoomy) ui.panel = null
  }
  useEffect(() => {
    ui.layers.isShown = isShown
  }, [ui, isShown])
  return { isShown, isNarrow, toggle }
}
