import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { leaveEscapeToField } from '../../browser/keyboard.ts'
import { t } from '../../i18n/translate.ts'
import { IconButton } from '../controls/IconButton.tsx'
import { cx } from '../cx.ts'
import { useFocusReturn } from '../hooks.ts'
import styles from './Dialog.module.css'

interface Props {
  isOpen: boolean
  onClose(): void
  title: string
  description?: ReactNode
  size?: 'small' | 'medium' | 'large' | 'wide'
  /** The buttons of the dialog, with the primary button last. */
  footer?: ReactNode
  /** If true, the footer stays visible while long content scrolls. In very low windows it scrolls with the content. */
  isFooterKept?: boolean
  children?: ReactNode
}

const CONTROLS = 'button,a,input,select,textarea'

/** A modal dialog that the user can close without a decision. For decisions, use dialogs.ts. */
export function Dialog(props: Props) {
  const { isOpen, onClose, title, description, size = 'small', footer, isFooterKept = false, children } = props
  const focus = useFocusReturn()
  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} data-scrim />
        <div className={styles.place}>
          <Radix.Content
            className={cx(styles.dialog, styles[size], isFooterKept && styles.keepsFooter)}
            {...(description ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              focus.remember()
              // Without other controls, the dialog itself gets the focus. A focused Close button would show its
              // tooltip.
              const content = event.currentTarget
              if (!(content instanceof HTMLElement) || content.querySelectorAll(CONTROLS).length > 1) return
              event.preventDefault()
              content.focus()
            }}
            onInteractOutside={(event) => {
              // toasts are in front of the dialog
              if (event.target instanceof Element && event.target.closest('[data-toast]')) event.preventDefault()
            }}
            onEscapeKeyDown={leaveEscapeToField}
            onCloseAutoFocus={focus.restore}
          >
            <Radix.Title className={styles.title}>{title}</Radix.Title>
            {description && <Radix.Description className={styles.description}>{description}</Radix.Description>}
            {children && <div className={styles.body}>{children}</div>}
            {footer && <div className={styles.footer}>{footer}</div>}
            {/* The Close button is last in the DOM, so the focus starts in the dialog's content. */}
            <Radix.Close asChild>
              <IconButton className={styles.close} label={t('Close')} icon={X} size="small" />
            </Radix.Close>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}
