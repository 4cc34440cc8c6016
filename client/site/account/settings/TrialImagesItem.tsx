import { DropdownMenu } from 'radix-ui'
import { t } from '../../../kit/i18n/translate.ts'
import styles from './TrialImagesItem.module.css'
import { useTrialImages } from './useTrialImages.ts'

/** Trial exports are stored to improve the product; here the user says no (decisions, Accounts). */
export function TrialImagesItem() {
  const { consent, choose } = useTrialImages()
  if (!consent?.offered) return null
  return (
    <DropdownMenu.CheckboxItem
      className={styles.item}
      checked={consent.consented}
      onCheckedChange={choose}
      onSelect={(event) => event.preventDefault()} // the menu stays, so that the change is seen
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
