import { Maximize, Minus, Plus } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '../../kit/i18n/translate.ts'
import { IconButton } from '../../kit/ui/IconButton.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './ZoomBar.module.css'

/** One press of a zoom button. */
const STEP = 1.25

export function ZoomBar() {
  const workspace = useWorkspace()
  const { session, viewport } = workspace
  const { photo } = useSnapshot(session.doc)
  const { zoom } = useSyncExternalStore(viewport.subscribe, viewport.get)
  if (!photo) return null
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('Zoom')}>
      <IconButton
        size="small"
        label={t('Zoom out')}
        icon={Minus}
        shortcut="-"
        tooltipSide="top"
        onClick={() => workspace.zoomTo(zoom / STEP)}
      />
      <button
        type="button"
        className={styles.percent}
        title={t('Actual size')}
        onClick={() => workspace.zoomTo(1 / devicePixelRatio)}
      >
        {Math.round(zoom * devicePixelRatio * 100)} %
      </button>
      <IconButton
        size="small"
        label={t('Zoom in')}
        icon={Plus}
        shortcut="+"
        tooltipSide="top"
        onClick={() => workspace.zoomTo(zoom * STEP)}
      />
      <IconButton
        size="small"
        label={t('Show the whole photo')}
        icon={Maximize}
        shortcut="0"
        tooltipSide="top"
        onClick={() => workspace.fit()}
      />
    </div>
  )
}
