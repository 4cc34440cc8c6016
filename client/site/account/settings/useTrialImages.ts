import { useEffect, useState } from 'react'
import { t } from '../../../kit/i18n/translate.ts'
import { useAccount } from '../state/AccountContext.tsx'
import { useNotices } from '../state/NoticesContext.tsx'

interface Consent {
  offered: boolean
  /** How long an export is stored, days. */
  days: number
  consented: boolean
}

/**
 * Hook that returns whether the account allows its trial exports to be stored (`consent`, null until the server has
 * answered) and a function that changes it.
 */
export function useTrialImages() {
  const { api } = useAccount()
  const { toasts } = useNotices()
  const [consent, setConsent] = useState<Consent | null>(null)

  useEffect(() => {
    let isHere = true
    void api.trialImageConsent().then((answer) => {
      if (isHere && answer.ok) setConsent(answer.value)
    })
    return () => {
      isHere = false
    }
  }, [api])

  const choose = async (consented: boolean) => {
    if (!consent) return
    setConsent({ ...consent, consented })
    const saved = await api.setTrialImageConsent(consented)
    if (saved.ok) return
    setConsent(consent)
    toasts.show({ title: t('Error'), description: saved.error.message, isDestructive: true })
  }
  return { consent, choose }
}
