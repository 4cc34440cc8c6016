import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { formatPercent } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { NARROW, useMedia } from '#client/kit/ui/hooks.ts'
import { Menu, MenuItem } from '#client/kit/ui/overlays/Menu.tsx'
import { useDocument } from '#client/model/session/session.ts'
import { CommandButton, useCommands } from '../commands/CommandButton.tsx'
import { menuAction } from '../commands/menus.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './ZoomBar.module.css'

/**
 * The zoom, with a menu of zoom commands. On narrow screens, there is only a Zoom to fit button, which is shown while
 * the view isn't fitted.
 */
export function ZoomBar() {
  const workspace = useWorkspace()
  const { session, viewport } = workspace
  const { photo } = useDocument()
  const { panel } = useSnapshot(session.ui)
  const { zoom } = useSyncExternalStore(viewport.subscribe, viewport.get)
  const isNarrow = useMedia(NARROW)
  if (!photo || session.viewOf(panel).hidesZoom || (isNarrow && viewport.isFitted)) return null
  const percent = formatPercent(zoom * devicePixelRatio * 100)
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('Zoom')}>
      {isNarrow ? (
        <CommandButton id="fit" size="small" tooltipSide="top" />
      ) : (
        <Menu
          trigger={
            <button type="button" className={styles.percent}>
              {percent}
            </button>
          }
        >
          <ZoomItems />
        </Menu>
      )}
    </div>
  )
}

function ZoomItems() {
  const commands = useCommands()
  return (['zoom-in', 'zoom-out', 'fit', 'actual-size'] as const).map((id) => {
    const { label, icon, shortcut, run } = menuAction(commands, id)
    return (
      <MenuItem key={id} icon={icon} shortcut={shortcut} onSelect={run}>
        {label}
      </MenuItem>
    )
  })
}
