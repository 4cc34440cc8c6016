import { CloudOff, Cpu, FileDown, ImageUp } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { useAccount } from '../account/state/contexts.ts'
import styles from './Privacy.module.css'

const STEPS = [
  { icon: ImageUp, title: 'Opened in your browser', text: 'Your browser opens the file. It isn’t uploaded.' },
  {
    icon: Cpu,
    title: 'Background removed in your browser',
    text: 'The AI model runs in your browser, so your photo isn’t sent to a server.',
  },
  {
    icon: FileDown,
    title: 'Exported in your browser',
    text: 'The PNG is created on your device, without location data.',
  },
] as const

/** The section about privacy. Photos stay on the device, except for trial exports. */
export function Privacy() {
  const { config } = useSnapshot(useAccount().state)
  const stored = config?.trialImages
  return (
    <section className={styles.privacy} aria-labelledby="privacy">
      <div className={styles.claim}>
        <CloudOff className={styles.sign} strokeWidth={1.5} aria-hidden />
        <h2 id="privacy" className={styles.title}>
          {t('Your photos are edited on your device')}
        </h2>
        {stored?.on && (
          <p className={styles.except}>
            {t(
              'One exception: during a free trial, we also store a copy of each image you download for {days, plural, one {# day} other {# days}}. The checkout tells you before the trial starts, and you can turn it off.',
              { days: stored.days },
            )}
          </p>
        )}
      </div>
      <ol className={styles.steps}>
        {STEPS.map(({ icon: Glyph, title, text }) => (
          <li key={title} className={styles.step}>
            <Glyph className={styles.icon} strokeWidth={1.75} aria-hidden />
            <h3 className={styles.name}>{t(title)}</h3>
            <p className={styles.text}>{t(text)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
