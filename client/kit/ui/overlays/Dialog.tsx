import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { t } from '../../i18n/translate.ts'
import { IconButton } from '../controls/IconButton.tsx'
import { cx } from '../cx.ts'
import styles from './Dialog.module.css'

interface Props {
  isOpen: boolean
  onClose(): void
  title: string
  description?: ReactNode
  size?: 'small' | 'medium' | 'large'
  /** Its actions, the main one last. */
  footer?: ReactNode
  children?: ReactNode
}

const CONTROLS = 'button,a,input,select,textarea'

/** A window over the page that can be left without deciding. For decisions see dialogs.ts. */
export function Dialog({ isOpen, onClose, title, description, size = 'small', footer, children }: Props) {
  const opener = useRef<Element | null>(null)
  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <div className={styles.place}>
          <Radix.Content
            className={cx(styles.dialog, styles[size])}
            {...(description ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              opener.current = document.activeElement
              // Nothing to do in it but to read: the focus begins at the dialog, not at its Close with a tooltip.
              const content = event.currentTarget
              if (!(content instanceof HTMLElement) || content.querySelectorAll(CONTROLS).length > 1) return
              event.preventDefault()
              content.focus()
            }}
            onEscapeKeyDown={(event) => {
              // a name that is being changed has its own use for the key
              if (event.target instanceof Element && event.target.matches('[data-own-escape]')) event.preventDefault()
            }}
            onCloseAutoFocus={(event) => {
              // Dialogs are opened from anywhere, so none has a trigger that would take the focus back.
              event.preventDefault()
              if (opener.current instanceof HTMLElement) opener.current.focus()
            }}
          >
            <Radix.Title className={styles.title}>{title}</Radix.Title>
            {description && <Radix.Description className={styles.description}>{description}</Radix.Description>}
            {children && <div className={styles.body}>{children}</div>}
            {footer && <div className={styles.footer}>{footer}</div>}
            {/* Last, so that the focus begins at what the dialog is for. */}
            <Radix.Close asChild>
              <IconButton className={styles.close} label={t('Close')} icon={X} size="small" />
            </Radix.Close>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}
