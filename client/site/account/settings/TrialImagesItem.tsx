import { DropdownMenu } from 'radix-ui'
import { t } from '../../../kit/i18n/translate.ts'
import styles from './TrialImagesItem.module.css'
import { useTrialImages } from './useTrialImages.ts'

/** Menu item that allows or forbids storing the exports of a trial on the server (spec/decisions.md, Accounts). */
export function TrialImagesItem() {
  const { consent, choose } = useTrialImages()
  if (!consent?.offered) return null
  return (
    <DropdownMenu.CheckboxItem
      className={styles.item}
      checked={consent.consented}
      onCheckedChange={choose}
      onSelect={(event) => event.preventDefault()} // keeps the menu open, so that the user sees the change
    >
      <span className={styles.words}>
        {t('Share my exports')}
        <span className={styles.note}>
          {t('Kept for {days, plural, one {# day} other {# days}} to improve the product', { days: consent.days })}
        </span>
      </span>
      <span className={styles.track} aria-hidden>
        <span className={styles.thumb} />
      </span>
    </DropdownMenu.CheckboxItem>
  )
}
