import { AlertDialog } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { Button } from './Button.tsx'
import styles from './DialogHost.module.css'
import type { Dialogs } from './dialogs.ts'

/** Draws what `dialogs` asks, as role="alertdialog". Once per page. */
export function DialogHost({ dialogs }: { dialogs: Dialogs }) {
  const asked = useSyncExternalStore(dialogs.subscribe, dialogs.current)
  if (!asked) return null
  return (
    <AlertDialog.Root open key={asked.id} onOpenChange={() => asked.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.scrim} />
        <div className={styles.place}>
          <AlertDialog.Content className={styles.dialog} {...(asked.text ? {} : { 'aria-describedby': undefined })}>
            <AlertDialog.Title className={asked.text ? styles.title : styles.only}>{asked.title}</AlertDialog.Title>
            {asked.text && <AlertDialog.Description className={styles.text}>{asked.text}</AlertDialog.Description>}
            <div className={styles.actions}>
              {asked.cancel && (
                <AlertDialog.Cancel asChild>
                  <Button look="soft">{asked.cancel}</Button>
                </AlertDialog.Cancel>
              )}
              <Button look={asked.isDanger ? 'danger' : 'primary'} onClick={() => asked.answer(true)}>
                {asked.action}
              </Button>
            </div>
          </AlertDialog.Content>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
