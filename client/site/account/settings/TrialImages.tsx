import { DropdownMenu } from 'radix-ui'
import type { Api } from '#client/kit/api/api.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { useAccount, useAnswer, useNotices } from '../state/contexts.ts'
import styles from './TrialImagesItem.module.css'

async function fetchConsent(api: Api) {
  const answer = await api.trialImageConsent()
  return answer.ok ? answer.value : null
}

/**
 * Hook that returns whether the user allows storing trial exports (`consent`, null until the server responds), and a
 * function that changes this. If the server rejects the change, the function reverts it and shows a toast.
 * `consent.days`: storage period in days.
 */
export function useTrialImages() {
  const { api } = useAccount()
  const { toasts } = useNotices()
  const [consent, change] = useAnswer(fetchConsent)

  const choose = async (consented: boolean) => {
    if (!consent) return
    change(() => ({ ...consent, consented }))
    const saved = await api.setTrialImageConsent(consented)
    if (saved.ok) return
    change(() => consent)
    toasts.showError(saved.error.message)
  }
  return { consent, choose }
}

/**
 * A menu item with which the user allows or forbids that the server stores trial exports. Renders nothing if the server
 * doesn't offer this.
 */
export function TrialImagesItem() {
  const { consent, choose } = useTrialImages()
  if (!consent?.offered) return null
  return (
    <DropdownMenu.CheckboxItem
      className={styles.item}
      checked={consent.consented}
      onCheckedChange={choose}
      onSelect={(event) => event.preventDefault()} // the menu stays open, so that the user sees the change
    >
      <span className={styles.words}>
        {t('Share my trial exports')}
        <span className={styles.note}>
          {t('Stored for {days, plural, one {# day} other {# days}} to improve the product', { days: consent.days })}
        </span>
      </span>
      <span className={styles.track} aria-hidden>
        <span className={styles.thumb} />
      </span>
    </DropdownMenu.CheckboxItem>
  )
}
