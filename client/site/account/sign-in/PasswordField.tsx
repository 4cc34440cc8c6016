import { type ComponentProps, useState } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { TextField } from '#client/kit/ui/controls/TextField.tsx'
import styles from './PasswordField.module.css'

export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <div className={styles.place}>
      <TextField
        {...props}
        type={isShown ? 'text' : 'password'}
        className={styles.input}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
      />
      <button type="button" className={styles.show} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? t('Hide') : t('Show')}
      </button>
    </div>
  )
}
