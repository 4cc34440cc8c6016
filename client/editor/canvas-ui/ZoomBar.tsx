import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { NARROW, useMedia } from '#client/kit/ui/hooks.ts'
import { CommandButton } from '../commands/CommandButton.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './ZoomBar.module.css'

/**
 * The zoom controls: zoom out, percentage (a click shows the actual size), zoom in, zoom to fit. Narrow screens have
 * only the last button, while the view isn't fitted.
 */
export function ZoomBar() {
  const workspace = useWorkspace()
  const { session, viewport } = workspace
  const { photo } = useSnapshot(session.doc)
  const { tab } = useSnapshot(session.ui)
  const { zoom } = useSyncExternalStore(viewport.subscribe, viewport.get)
  const isNarrow = useMedia(NARROW)
  if (!photo || session.viewOf(tab).hidesZoom || (isNarrow && viewport.isFitted)) return null
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('Zoom')}>
      {!isNarrow && (
        <>
          <CommandButton id="zoom-out" size="small" tooltipSide="top" />
          <button
            type="button"
            className={styles.percent}
            title={t('Actual size')}
            onClick={() => workspace.zoomTo(1 / devicePixelRatio)}
          >
            {Math.round(zoom * devicePixelRatio * 100)} %
          </button>
          <CommandButton id="zoom-in" size="small" tooltipSide="top" />
        </>
      )}
      <CommandButton id="fit" size="small" tooltipSide="top" />
    </div>
  )
}
