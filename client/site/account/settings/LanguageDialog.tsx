import { Check } from 'lucide-react'
import { chooseLanguage, useLanguage } from '#client/kit/i18n/language.ts'
import { isLanguage, LANGUAGES, type Language } from '#client/kit/i18n/languages.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'
import { useNotices } from '../state/contexts.ts'
import styles from './LanguageDialog.module.css'

/** The language dialog. The name of each language is in that language. The setting is stored on this device. */
export default function LanguageDialog({ onClose }: { onClose(): void }) {
  const { toasts } = useNotices()
  const shown = useLanguage()

  async function choose(next: Language) {
    if (await chooseLanguage(next, toasts.show)) onClose()
  }

  return (
    <Dialog isOpen onClose={onClose} title={t('Language')}>
      <ul className={styles.list}>
        {Object.keys(LANGUAGES)
          .filter(isLanguage)
          .map((language) => (
            <li key={language}>
              <button
                type="button"
                lang={language}
                className={styles.language}
                aria-current={language === shown}
                onClick={() => void choose(language)}
              >
                {LANGUAGES[language]}
                {language === shown && <Check className={styles.check} strokeWidth={1.75} aria-hidden />}
              </button>
            </li>
          ))}
      </ul>
    </Dialog>
  )
}
