import { CloudOff, Cpu, FileDown, ImageUp } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { t } from '../../kit/i18n/translate.ts'
import { useAccount } from '../account/state/contexts.ts'
import styles from './Privacy.module.css'

const STEPS = [
  { icon: ImageUp, title: 'Opened here', text: 'The file goes from your disk to this page, and no further.' },
  {
    icon: Cpu,
    title: 'Separated here',
    text: 'The model runs in your browser. It comes to your photo, not the other way.',
  },
  {
    icon: FileDown,
    title: 'Exported here',
    text: 'The PNG is made on this device. Where the photo was taken is not in it.',
  },
] as const

/** The section about privacy: photos stay on the device, with the one exception of trial exports. */
export function Privacy() {
  const { config } = useSnapshot(useAccount().state)
  const stored = config?.trialImages
  return (
    <section className={styles.privacy} aria-labelledby="privacy">
      <div className={styles.claim}>
        <CloudOff className={styles.sign} strokeWidth={1.5} aria-hidden />
        <h2 id="privacy" className={styles.title}>
          {t('Your photo never leaves this device unasked')}
        </h2>
        {stored?.on && (
          <p className={styles.except}>
            {t(
              'One exception, which the checkout names before it begins: during a trial, what you download is also kept by us for {days, plural, one {# day} other {# days}}, unless you switch that off.',
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
