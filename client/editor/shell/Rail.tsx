import { Tabs } from 'radix-ui'
import { useSnapshot } from 'valtio'
import { setterOf } from '#client/kit/base/immutable.ts'
import { ariaKeys } from '#client/kit/base/keyboard.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { cx } from '#client/kit/ui/cx.ts'
import { RAIL_BELOW, useMedia } from '#client/kit/ui/hooks.ts'
import { Tooltip } from '#client/kit/ui/overlays/Tooltip.tsx'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { useCommands } from '../commands/CommandButton.tsx'
import { disabledReason } from '../commands/command.ts'
import { isTabEnabled, type Tab } from '../host/panels.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import styles from './Rail.module.css'
import { RailTools, showInRail } from './RailTools.tsx'

/**
 * The tool tabs: a column on wide screens, a bar at the bottom of narrow and upright screens. Pressing the open tab
 * closes it.
 */
export function Rail({ tabs }: { tabs: readonly Tab[] }) {
  const { session } = useWorkspace()
  const doc = useSnapshot(session.doc) as DocumentSnapshot
  const { tab: open, busy } = useSnapshot(session.ui)
  const isBelow = useMedia(RAIL_BELOW)
  const context = useCommands()

  // Radix only opens tabs. This function also handles a click on the open tab, and clicks while a flow is running.
  function chooseTab(event: { preventDefault(): void }, id: string) {
    if (busy === null && open !== id) return
    event.preventDefault()
    if (busy === null) session.ui.tab = null
  }

  return (
    <Tabs.Root
      className={cx(styles.rail, 'sideways')}
      orientation={isBelow ? 'horizontal' : 'vertical'}
      activationMode="manual"
      value={open ?? ''}
      onValueChange={setterOf(session.ui, 'tab')}
    >
      <Tabs.List className={styles.list} aria-label={t('Tools')}>
        {tabs.map((tab) => {
          const { id, label, icon: Icon, shortcut } = tab
          const isEnabled = isTabEnabled(tab, doc, { busy })
          const reason = isEnabled ? null : disabledReason(context.commands.of(`tab.${id}`), context)
          return (
            <Tooltip key={id} text={reason && t(reason)} side={isBelow ? 'top' : 'right'}>
              <Tabs.Trigger
                value={id}
                ref={open === id ? showInRail : undefined}
                data-tab={id}
                aria-keyshortcuts={ariaKeys(shortcut)}
                // `aria-disabled` instead of `disabled` keeps the focus on the tab while a photo is processed.
                aria-disabled={!isEnabled || undefined}
                className={cx(styles.tab, open === id && styles.open)}
                aria-controls={open === id ? 'tool-panel' : undefined}
                onMouseDown={(event) => {
                  if (event.button !== 0) return
                  // Radix focuses the tab by script, and browsers would then show a focus ring.
                  event.currentTarget.focus({ focusVisible: false })
                  chooseTab(event, id)
                  // a tap doesn't show a tooltip
                  if (busy !== null && reason) session.notices.toast({ title: t(reason) })
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' || event.key === ' ') chooseTab(event, id)
                }}
              >
                <Icon className={styles.icon} strokeWidth={1.75} aria-hidden />
                {t(label)}
              </Tabs.Trigger>
            </Tooltip>
          )
        })}
      </Tabs.List>
      <RailTools />
    </Tabs.Root>
  )
}
