import { Tabs } from 'radix-ui'
import { useSnapshot } from 'valtio'
import { ariaKeys } from '#client/kit/browser/keyboard.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { cx } from '#client/kit/ui/cx.ts'
import { RAIL_BELOW, useMedia, useRequired } from '#client/kit/ui/hooks.ts'
import { Tooltip } from '#client/kit/ui/overlays/Tooltip.tsx'
import { setterOf } from '#client/kit/values/immutable.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import { usePhotoTools } from '../canvas/usePhotoTools.ts'
import { useCommands, useDisabledReason } from '../commands/CommandButton.tsx'
import { commandName, runCommand } from '../commands/command.ts'
import { PHOTO, tabNeeds } from '../commands/requirements.ts'
import type { Tab } from '../host/panels.ts'
import { FeaturesContext } from '../host/Slot.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './Rail.module.css'

/**
 * The tool tabs. On wide screens, the tabs form a column. On narrow and portrait screens, they form a bar at the
 * bottom. Pressing the open tab closes it. While a flow is running, the tabs don't respond.
 */
export function Rail({ tabs }: { tabs: readonly Tab[] }) {
  const { session } = useWorkspace()
  const { panel: open } = useSnapshot(session.ui)
  const isBelow = useMedia(RAIL_BELOW)
  return (
    <Tabs.Root
      className={cx(styles.rail, isBelow ? 'sideways' : 'downwards')}
      orientation={isBelow ? 'horizontal' : 'vertical'}
      activationMode="manual"
      value={open ?? ''}
      onValueChange={setterOf(session.ui, 'panel')}
    >
      <Tabs.List className={styles.list} aria-label={t('Tools')}>
        {tabs.map((tab) => (
          <RailTab key={tab.id} tab={tab} isBelow={isBelow} />
        ))}
      </Tabs.List>
      <RailTools />
    </Tabs.Root>
  )
}

function RailTab({ tab, isBelow }: { tab: Tab; isBelow: boolean }) {
  const { ui, notices } = useWorkspace().session
  const { panel, busy } = useSnapshot(ui)
  const { id, label, icon: Icon, shortcut } = tab
  const isOpen = panel === id
  const unmet = useDisabledReason({ needs: tabNeeds(tab) })
  const reason = unmet === PHOTO.reason ? null : unmet // the panel asks for a photo

  // Radix only opens tabs. This function also handles clicks on the open tab and clicks while a flow is running.
  function choose(event: { preventDefault(): void }) {
    if (busy === null && !isOpen) return
    event.preventDefault()
    if (busy === null) ui.panel = null
  }

  return (
    <Tooltip text={reason && t(reason)} side={isBelow ? 'top' : 'right'}>
      <Tabs.Trigger
        value={id}
        ref={isOpen ? showInRail : undefined}
        data-tab={id}
        aria-keyshortcuts={ariaKeys(shortcut)}
        // `aria-disabled` instead of `disabled`: the tab stays focused while a photo is being processed.
        aria-disabled={unmet !== null || undefined}
        className={cx(styles.tab, isOpen && styles.open)}
        aria-controls={isOpen ? 'tool-panel' : undefined}
        onMouseDown={(event) => {
          if (event.button !== 0) return
          // Radix focuses the tab by script, which would show a focus ring.
          event.currentTarget.focus({ focusVisible: false })
          choose(event)
          // a toast, because touch screens don't show tooltips
          if (reason && (busy !== null || !isOpen)) notices.toast({ title: t(reason) })
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') choose(event)
        }}
      >
        <Icon className={styles.icon} strokeWidth={1.75} aria-hidden />
        {t(label)}
      </Tabs.Trigger>
    </Tooltip>
  )
}

/** Scrolls the rail so that an open tool is visible. */
const showInRail = (tool: HTMLElement | null): void => tool?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/**
 * Frequently used tools without a tab, which form the second group of the rail. Hidden on pages with a single tool, and
 * while the canvas bar shows them.
 */
function RailTools() {
  const { session, panels } = useWorkspace()
  const ui = useSnapshot(session.ui) as Ui
  const { tabs } = useCommands()
  const { rail } = useRequired(FeaturesContext)
  if (usePhotoTools() || tabs !== panels.tabs) return null
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
  const reason = useDisabledReason(command)
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
          else notices.toast({ title: t(reason) }) // a toast, because touch screens don't show tooltips
        }}
      >
        <command.icon className={styles.icon} strokeWidth={1.75} aria-hidden />
        {commandName(command)}
      </button>
    </Tooltip>
  )
}
