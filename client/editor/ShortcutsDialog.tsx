import { Dialog } from '../ui/Dialog.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import styles from './ShortcutsDialog.module.css'
import { SHORTCUTS, type Shortcut } from './shortcuts.ts'

const GROUPS: readonly Shortcut['group'][] = ['Edit', 'Tools', 'View', 'Selection', 'Arrange']
const ARROWS = 'Arrow keys'

export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts" size="medium">
      <div className={styles.groups}>
        {GROUPS.map((group) => (
          <section key={group} className={styles.group} aria-label={group}>
            <h3 className={styles.title}>{group}</h3>
            <dl className={styles.list}>
              {SHORTCUTS.filter((shortcut) => shortcut.group === group).map(({ label, keys }) => (
                <div key={label} className={styles.row}>
                  <dt>{label}</dt>
                  <dd>
                    <Kbd keys={keys[0]?.startsWith('Arrow') ? ARROWS : (keys[0] ?? '')} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
