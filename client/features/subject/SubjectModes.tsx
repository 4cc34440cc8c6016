import { useSnapshot } from 'valtio'
import { useCommands, useDisabledReason } from '#client/editor/commands/CommandButton.tsx'
import { type Command, commandName } from '#client/editor/commands/command.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import controls from '#client/kit/ui/controls/Segmented.module.css'
import { Tooltip } from '#client/kit/ui/overlays/Tooltip.tsx'
import { useSession } from '#client/model/session/session.ts'
import { MASK_EDIT_PANEL, openSubjectTool, SELECT_SUBJECT_PANEL } from '#client/model/session/ui/subject.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import { MODES, type Mode, modeOf, openMode } from './modes.ts'
import styles from './panels.module.css'

/**
 * Buttons for the four modes of the subject's tools: Keep, Lift, Erase and Brush. Shown at the top of each mode's
 * panel.
 */
export function SubjectModes() {
  const session = useSession()
  const ui = useSnapshot(session.ui) as Ui
  return (
    <div className={styles.modes}>
      <div className={controls.group} role="toolbar" aria-label={t('Erase & select')}>
        {MODES.map((mode) => (
          <ModeButton key={mode.id} mode={mode} isOn={modeOf(ui) === mode.id} />
        ))}
      </div>
    </div>
  )
}

function ModeButton({ mode, isOn }: { mode: Mode; isOn: boolean }) {
  const { session } = useWorkspace()
  const command = useCommands().commands.of(mode.command)
  const reason = useDisabledReason(command)
  return (
    <Tooltip text={reason ? t(reason) : commandName(command)} shortcut={command.keys[0]}>
      <button
        type="button"
        className={controls.item}
        data-pictured
        data-state={isOn ? 'on' : 'off'}
        aria-pressed={isOn}
        aria-disabled={reason !== null || undefined}
        aria-label={nameOf(t(mode.label), command)}
        onClick={() => {
          if (reason !== null)
            session.notices.toast({ title: t(reason) }) // a toast, because touch screens don't show tooltips
          else if (!isOn) openMode(session, mode.id)
        }}
      >
        <command.icon className={controls.icon} strokeWidth={1.75} aria-hidden />
        <span className={controls.text}>{t(mode.label)}</span>
      </button>
    </Tooltip>
  )
}

/** The buttons that select the subject and edit its mask. Every tab that works with the subject shows them. */
export function SubjectTools() {
  const { session, panels } = useWorkspace()
  const { busy } = useSnapshot(session.ui)
  return (
    <div className={styles.tools}>
      {panels.all.map(
        ({ id, label, icon }) =>
          (id === SELECT_SUBJECT_PANEL || id === MASK_EDIT_PANEL) && (
            <Button key={id} icon={icon} disabled={busy !== null} onClick={() => openSubjectTool(session.ui, id)}>
              {t(label)}
            </Button>
          ),
      )}
    </div>
  )
}

/** Returns the command's name. If the name doesn't contain the button's visible label, the label comes first. */
function nameOf(label: string, command: Command): string {
  const name = commandName(command)
  return name.toLowerCase().includes(label.toLowerCase()) ? name : `${label}: ${name}`
}
