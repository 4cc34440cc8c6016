import { DropdownMenu } from 'radix-ui'
import type { Api } from '#client/kit/api/api.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { ok } from '#client/kit/values/result.ts'
import { useAccount, useAnswer, useNotices } from '../state/contexts.ts'
import styles from './TrialImagesItem.module.css'

const fetchConsent = (api: Api) => api.trialImageConsent()

/**
 * Hook that returns whether the user allows storing trial exports (`consent`, null until the server responds), the error
 * of a failed request or null, and a function that changes the consent. If the server rejects the change, the function
 * reverts it and shows a toast. `consent.days`: storage period in days.
 */
export function useTrialImages() {
  const { api } = useAccount()
  const { toasts } = useNotices()
  const [answer, change] = useAnswer(fetchConsent)
  const consent = answer?.ok ? answer.value : null

  const choose = async (consented: boolean) => {
    if (!consent) return
    change(() => ok({ ...consent, consented }))
    const saved = await api.setTrialImageConsent(consented)
    if (saved.ok) return
    change(() => ok(consent))
    toasts.showError(saved.error.message)
  }
  return { consent, error: answer?.ok === false ? answer.error : null, choose }
}

/**
 * A menu item that lets the user allow or forbid the server to store trial exports. Renders nothing if the server
 * doesn't offer this. If the request has failed, the item is disabled and shows the error; the next opening of the menu
 * asks again.
 */
export function TrialImagesItem() {
  const { consent, error, choose } = useTrialImages()
  if (error)
    return (
      <DropdownMenu.Item className={styles.item} disabled>
        <span className={styles.words}>
          {t('Share my trial exports')}
          <span className={styles.note}>{error.message}</span>
        </span>
      </DropdownMenu.Item>
    )
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
