import { AlertDialog } from 'radix-ui'
import { type ComponentProps, useSyncExternalStore } from 'react'
import { Button } from '../controls/Button.tsx'
import { cx } from '../cx.ts'
import { useFocusReturn } from '../hooks.ts'
import frame from './Dialog.module.css'
import styles from './DialogHost.module.css'
import type { Asked, Dialogs } from './dialogs.ts'

/** Renders the current question of `dialogs` as an alert dialog. Use one host per page. */
export function DialogHost({ dialogs }: { dialogs: Dialogs }) {
  const asked = useSyncExternalStore(dialogs.subscribe, dialogs.current)
  const focus = useFocusReturn()
  if (!asked) return null
  return (
    <AlertDialog.Root open key={asked.id} onOpenChange={() => asked.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={frame.scrim} data-scrim />
        <div className={frame.place}>
          <AlertDialog.Content
            className={cx(frame.dialog, frame.small, styles.dialog)}
            onOpenAutoFocus={focus.remember}
            onCloseAutoFocus={(event) => {
              // the next question keeps the focus, and restores it after the last question
              if (dialogs.current()) event.preventDefault()
              else focus.restore(event)
            }}
            {...(asked.text ? {} : { 'aria-describedby': undefined })}
          >
            <AlertDialog.Title className={asked.text ? styles.title : styles.only}>{asked.title}</AlertDialog.Title>
            {asked.text && <AlertDialog.Description className={styles.text}>{asked.text}</AlertDialog.Description>}
            <div className={styles.actions}>
              <AlertDialog.Cancel asChild>
                {asked.cancel ? <Button>{asked.cancel}</Button> : <Yes asked={asked} />}
              </AlertDialog.Cancel>
              {asked.cancel && <Yes asked={asked} />}
            </div>
          </AlertDialog.Content>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

/**
 * The confirming button. The component passes its props to `Button`. In an alert without other buttons, these props
 * come from Radix, which gives the button the focus.
 */
const Yes = ({ asked, ...rest }: { asked: Asked } & ComponentProps<typeof Button>) => (
  <Button {...rest} look={asked.isDanger ? 'danger' : 'primary'} onClick={() => asked.answer(true)}>
    {asked.confirm}
  </Button>
)
