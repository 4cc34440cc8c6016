import type { CSSProperties, ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { stepToCancel, useDocument, useSessionValue } from '#client/model/session/session.ts'
import { CommandButton, useCommands, useDisabledReason } from '../commands/CommandButton.tsx'
import { useBarButtons } from '../host/Slot.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './BarGroup.module.css'

interface Props {
  label: string
  /**
   * Position of a floating group, as a number of button pairs from the left edge of the canvas. If undefined, the group
   * is in the top bar.
   */
  place?: number | undefined
  children: ReactNode
}

/** A group of buttons in the top bar. If the bar is too narrow, the group floats over the canvas. */
function BarGroup({ label, place, children }: Props) {
  return (
    <div
      className={place === undefined ? styles.group : styles.floating}
      style={{ '--place': place } as CSSProperties}
      role="toolbar"
      aria-label={label}
    >
      {children}
    </div>
  )
}

/**
 * The Undo and Redo buttons. Their tooltips name the step, unless Undo would cancel a computation. If `isFloating`, the
 * buttons are over the canvas, next to the buttons that features place there.
 */
export function UndoRedo({ isFloating = false }: { isFloating?: boolean }) {
  const { history, ui } = useWorkspace().session
  const { panel } = useSnapshot(ui)
  const { undo, redo } = useSnapshot(history.state)
  const isCancel = useSessionValue(stepToCancel) !== null
  const { commands } = useCommands()
  const cannotUndo = useDisabledReason(commands.of('undo')) !== null
  const cannotRedo = useDisabledReason(commands.of('redo')) !== null
  const beside = useBarButtons().filter(({ narrow }) => narrow === 'beside-undo')
  // `aria-disabled` instead of `disabled`: the button stays focused when no step is left.
  return (
    <BarGroup label={t('History')} place={isFloating ? 0 : undefined}>
      <CommandButton
        id="undo"
        hint={undo && !isCancel ? t('Undo: {step}', { step: undo }) : undefined}
        aria-disabled={cannotUndo || undefined}
      />
      <CommandButton
        id="redo"
        hint={redo ? t('Redo: {step}', { step: redo }) : undefined}
        aria-disabled={cannotRedo || undefined}
      />
      {isFloating &&
        beside.map(({ command }) => (
          <CommandButton key={command} id={command} aria-pressed={command === `panel.${panel}`} />
        ))}
    </BarGroup>
  )
}

/** The buttons that open and save projects. */
export function ProjectButtons() {
  const { session } = useWorkspace()
  const { photo } = useDocument()
  const isBusy = useSnapshot(session.ui).busy !== null
  return (
    <BarGroup label={t('Project')}>
      <CommandButton id="open-project" disabled={isBusy} />
      <CommandButton id="save-project" disabled={!photo || isBusy} />
    </BarGroup>
  )
}
