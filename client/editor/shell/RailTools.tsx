import { useSnapshot } from 'valtio'
import { ariaKeys } from '#client/kit/base/keyboard.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { cx } from '#client/kit/ui/cx.ts'
import { Tooltip } from '#client/kit/ui/overlays/Tooltip.tsx'
import { mayAddLayers } from '#client/layers/actions.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { isLifting } from '#client/model/session/ui/subject.ts'
import { TEMPLATES_TAB, type Ui } from '#client/model/session/ui/ui.ts'
import { usePhotoTools } from '../canvas-ui/usePhotoTools.ts'
import { useCommands } from '../commands/CommandButton.tsx'
import { commandName, disabledReason, runCommand } from '../commands/command.ts'
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
  const { tab, subject, busy } = ui
  const { tabs } = useCommands()
  if (usePhotoTools(doc, ui) || tabs !== panels.tabs) return null
  const isErasing = isLifting({ tab, subject }) && subject.lifts === 'erase'
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('More tools')}>
      <RailTool id="tab.templates" isOpen={tab === TEMPLATES_TAB} isEnabled={doc.photo !== null && busy === null} />
      <RailTool id="erase-object" isOpen={isErasing} isEnabled={mayAddLayers({ doc, ui })} />
    </div>
  )
}

function RailTool({ id, isOpen, isEnabled }: { id: string; isOpen: boolean; isEnabled: boolean }) {
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
        aria-disabled={!isEnabled || undefined}
        aria-pressed={isOpen}
        aria-keyshortcuts={key && ariaKeys(key)}
        onClick={() => {
          if (isEnabled) runCommand(command, context)
          else if (reason) notices.toast({ title: t(reason) }) // a tap shows no tooltip
        }}
      >
        <command.icon className={styles.icon} strokeWidth={1.75} aria-hidden />
        {commandName(command)}
      </button>
    </Tooltip>
  )
}
