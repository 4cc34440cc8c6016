import { t } from '../../kit/i18n/translate.ts'
import { Dialog } from '../../kit/ui/Dialog.tsx'
import { Kbd } from '../../kit/ui/Kbd.tsx'
import styles from './ShortcutsDialog.module.css'
import { SHORTCUTS, type Shortcut, shortcutWords } from './shortcuts.ts'

const GROUPS: readonly Shortcut['group'][] = ['Edit', 'Tools', 'View', 'Selection', 'Arrange']

export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('Keyboard shortcuts')} size="medium">
      <Table />
    </Dialog>
  )
}

function Table() {
  return (
    <div className={styles.groups}>
      {GROUPS.map((group) => (
        <section key={group} className={styles.group} aria-label={t(group)}>
          <h3 className={styles.title}>{t(group)}</h3>
          <dl className={styles.list}>
            {SHORTCUTS.filter((shortcut) => shortcut.group === group).map((shortcut) => (
              <div key={shortcutWords(shortcut)} className={styles.row}>
                <dt>{shortcutWords(shortcut)}</dt>
                <dd>
                  <Kbd keys={keysOf(shortcut)} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

const keysOf = ({ keys: [key = ''] }: Shortcut) => (key.startsWith('Arrow') ? t('Arrow keys') : key)
