import { Crown } from 'lucide-react'
import { Avatar as Radix } from 'radix-ui'
import { t } from '../../i18n/translate.ts'
import styles from './Avatar.module.css'

interface Props {
  email: string
  url?: string | null
  /** Shows the Pro badge. */
  isPro?: boolean
}

/** The account's picture, or the first two letters of its e-mail address. */
export function Avatar({ email, url, isPro }: Props) {
  return (
    <span className={styles.place}>
      <Radix.Root className={styles.avatar}>
        {url && <Radix.Image className={styles.image} src={url} alt="" />}
        <Radix.Fallback>{email.slice(0, 2)}</Radix.Fallback>
      </Radix.Root>
      {isPro && (
        <span className={styles.badge} role="img" aria-label={t('Pro')}>
          <Crown strokeWidth={2.5} aria-hidden />
        </span>
      )}
    </span>
  )
}
