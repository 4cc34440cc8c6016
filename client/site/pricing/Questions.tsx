import { ChevronDown } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { FREE_IMAGES, TRIAL_DAYS } from '#server/contract/plans/limits.ts'
import { useAccount } from '../account/state/contexts.ts'
import styles from './Questions.module.css'

export function Questions() {
  const { config } = useSnapshot(useAccount().state)
  const stored = config?.trialImages
  const questions = [
    {
      question: t('How do I cancel?'),
      isOnPaying: true,
      answer: t(
        'To cancel a trial, click Cancel trial on this page. To cancel a subscription, open the account menu and choose Manage Subscription. You keep Pro until the end of the period you’ve paid for.',
      ),
    },
    {
      question: t('How does the free trial work?'),
      isOnPaying: true,
      answer: t(
        'You get every feature for {days, plural, one {# day} other {# days}}. You enter a card when you start, and we charge it on the day the trial ends. Cancel before then and you pay nothing. Each account gets 1 trial.',
        { days: TRIAL_DAYS },
      ),
    },
    {
      question: t('Are my photos uploaded?'),
      answer: t('No. Your browser opens, edits and exports them. Our server only counts your edits and downloads.'),
      exception:
        stored?.on &&
        t(
          'There is 1 exception. During a free trial, we also store a copy of each image you download for {days, plural, one {# day} other {# days}} to improve the product. The checkout tells you before the trial starts, and you can turn it off in the account menu.',
          { days: stored.days },
        ),
    },
    {
      question: t('What can I do for free?'),
      isOnPaying: true,
      answer: t(
        'With a free account you can edit {images, plural, one {# photo} other {# photos}} with every tool and download images while you have credits.',
        { images: FREE_IMAGES },
      ),
    },
    {
      question: t('What resolution do I get?'),
      answer: t(
        'Full resolution: your image is the same size as your photo, even at 4K and larger. It’s a lossless PNG without a watermark.',
      ),
    },
    {
      question: t('Who can see my card details?'),
      isOnPaying: true,
      answer: t('Only our payment provider. We see only whether you’ve paid and when your plan ends.'),
    },
  ].filter(({ isOnPaying }) => !isOnPaying || config?.billing !== 'off')
  return (
    <section className={styles.questions} aria-labelledby="questions">
      <h2 id="questions" className={styles.title}>
        {t('Frequently asked questions')}
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
