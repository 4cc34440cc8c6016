import { ChevronDown } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { FREE_IMAGES, TRIAL_DAYS } from '#server/contract/limits.ts'
import { t } from '../../kit/i18n/translate.ts'
import { useAccount } from '../account/state/contexts.ts'
import styles from './Questions.module.css'

/** Frequently asked questions of the pricing page. */
export function Questions() {
  const { config } = useSnapshot(useAccount().state)
  const stored = config?.trialImages
  const questions = [
    {
      question: t('How do I cancel?'),
      answer: t(
        'A trial: with one click on this page. A subscription: in the account menu under Manage Subscription. Pro stays yours to the end of what is paid for.',
      ),
    },
    {
      question: t('What happens in the trial?'),
      answer: t(
        'For {days, plural, one {# day} other {# days}} everything is unlocked. You enter a card, and it is charged on the day the trial ends, not before. Cancel before then and you pay nothing. There is one trial per account.',
        { days: TRIAL_DAYS },
      ),
    },
    {
      question: t('Does my photo leave my device?'),
      answer: t('No. It is opened, separated and exported in your browser; our server only counts.'),
      exception:
        stored?.on &&
        t(
          'There is one exception, and the checkout names it before it begins: pictures you download during a trial are also stored by us for {days, plural, one {# day} other {# days}} to improve the product. A switch in the account menu turns that off.',
          { days: stored.days },
        ),
    },
    {
      question: t('What can I do without paying?'),
      answer: t(
        'With a free account you can edit {images, plural, one {# photo} other {# photos}} with every tool, and download as long as you have credits.',
        { images: FREE_IMAGES },
      ),
    },
    {
      question: t('How large are the pictures I get?'),
      answer: t('As large as your photo, 4K and beyond, as a lossless PNG without a watermark.'),
    },
    {
      question: t('Who sees my card?'),
      answer: t('Only the payment provider, on a page of its own. We learn that you paid, and until when.'),
    },
  ]
  return (
    <section className={styles.questions} aria-labelledby="questions">
      <h2 id="questions" className={styles.title}>
        {t('Questions')}
      </h2>
      <div className={styles.list}>
        {questions.map(({ question, answer, exception }) => (
          <details key={question} className={styles.entry}>
            <summary className={styles.question}>
              {question}
              <ChevronDown className={styles.chevron} strokeWidth={1.75} aria-hidden />
            </summary>
            <p className={styles.answer}>{exception ? `${answer} ${exception}` : answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
