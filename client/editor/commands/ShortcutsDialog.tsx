import { t } from '#client/kit/i18n/translate.ts'
import { Kbd } from '#client/kit/ui/controls/Kbd.tsx'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'
import { HELD_KEYS } from '../tools/heldKeys.ts'
import { useEditorDialog } from '../workspace/WorkspaceContext.tsx'
import { useCommands } from './CommandButton.tsx'
import { type CommandGroup, type CommandTable, commandName, GROUPS } from './command.ts'
import styles from './ShortcutsDialog.module.css'

export function ShortcutsDialog() {
  const { isOpen, close } = useEditorDialog('shortcuts')
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('Keyboard shortcuts')} size="medium">
      <Groups />
    </Dialog>
  )
}

function Groups() {
  const { commands } = useCommands()
  return (
    <div className={styles.groups}>
      {GROUPS.map((group) => ({ group, rows: shortcutRows(group, commands) }))
        .filter(({ rows }) => rows.length > 0)
        .map(({ group, rows }) => (
          <section key={group} className={styles.group} aria-label={t(group)}>
            <h3 className={styles.title}>{t(group)}</h3>
            <dl className={styles.list}>
              {rows.map(({ name, keys }) => (
                <div key={name} className={styles.row}>
                  <dt>{name}</dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </div>
  )
}

/**
 * Returns the shortcuts of a group with their translated names: commands first, then keys that are held during a drag.
 */
export const shortcutRows = (group: string, { all }: CommandTable): { name: string; keys: string }[] => [
  ...all.flatMap((command) => {
    const [keys] = command.keys
    return command.group === group && keys ? [{ name: commandName(command), keys }] : []
  }),
  ...KEY_HINTS.filter((hint) => hint.group === group).map(({ key, label }) => ({ name: t(label), keys: key })),
]

interface KeyHint {
  readonly key: string
  /** English; translated when shown. */
  readonly label: string
  readonly group: CommandGroup
}

/** Keys that change a drag while the user holds them down. */
const KEY_HINTS: readonly KeyHint[] = [
  { key: HELD_KEYS.pan, label: 'Hold and drag to pan', group: 'View' },
  { key: HELD_KEYS.rotate, label: 'Hold and drag to rotate', group: 'Selection' },
  { key: HELD_KEYS.scale, label: 'Hold and drag to resize', group: 'Selection' },
]
