import { useSnapshot } from 'valtio'
import { ariaKeys } from '#client/kit/base/keyboard.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { cx } from '#client/kit/ui/cx.ts'
import { useRequired } from '#client/kit/ui/hooks.ts'
import { Tooltip } from '#client/kit/ui/overlays/Tooltip.tsx'
import { mayAddLayers } from '#client/layers/actions.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import { usePhotoTools } from '../canvas-ui/usePhotoTools.ts'
import { useCommands } from '../commands/CommandButton.tsx'
import { commandName, disabledReason, runCommand } from '../commands/command.ts'
import { FeaturesContext } from '../host/Slot.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './Rail.module.css'

/** Scrolls the rail until an open tool is visible. */
export const showInRail = (tool: HTMLElement | null): void =>
  tool?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/**
 * Frequent tools without a tab, the second group of the rail. Hidden on a page with a single tool, and while the canvas
 * bar has the tools.
 */
export function RailTools() {
  const { session, panels } = useWorkspace()
  const doc = useSnapshot(session.doc) as DocumentSnapshot
  const ui = useSnapshot(session.ui) as Ui
  const { tabs } = useCommands()
  const { rail } = useRequired(FeaturesContext)
  mayAddLayers({ doc, ui }) // so that the tools rerender when their commands become enabled
  if (usePhotoTools(doc, ui) || tabs !== panels.tabs) return null
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('More tools')}>
      {rail.map(({ command, isOpen }) => (
        <RailTool key={command} id={command} isOpen={isOpen(ui)} />
      ))}
    </div>
  )
}

function RailTool({ id, isOpen }: { id: string; isOpen: boolean }) {
  const context = useCommands()
  const command = context.commands.of(id)
  const [key] = command.keys
  const reason = disabledReason(command, context)
  const { notices } = useWorkspace().session
  return (
    <Tooltip text={reason && t(reason)} side="right">
      <button
        ref={isOpen ? showInRail : undefined}
        type="button"
        className={cx(styles.tab, isOpen && styles.open)}
        aria-disabled={reason !== null || undefined}
        aria-pressed={isOpen}
        aria-keyshortcuts={key && ariaKeys(key)}
        onClick={() => {
          if (reason === null) runCommand(command, context)
          else notices.toast({ title: t(reason) }) // a tap doesn't show a tooltip
        }}
      >
        <command.icon className={styles.icon} strokeWidth={1.75} aria-hidden />
        {commandName(command)}
      </button>
    </Tooltip>
  )
}
