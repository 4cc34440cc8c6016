import { ChevronDown } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { FREE_IMAGES, TRIAL_DAYS } from '#server/contract/limits.ts'
import { useAccount } from '../account/AccountContext.tsx'
import styles from './Questions.module.css'

export function Questions() {
  const { config } = useSnapshot(useAccount().state)
  const stored = config?.trialImages
  const privacy = stored?.on
    ? `There is one exception, and the checkout names it before it begins: pictures you download during a trial are also stored by us for ${stored.days} days to improve the product. A switch in the account menu turns that off.`
    : ''
  const questions: [string, string][] = [
    [
      'How do I cancel?',
      'A trial: with one click on this page. A subscription: in the account menu under Manage Subscription. Pro stays yours to the end of what is paid for.',
    ],
    [
      'What happens in the trial?',
      `For ${TRIAL_DAYS} days everything is unlocked. You leave a card, and it is charged on the day the trial ends, not before. Cancel until then and you pay nothing. There is one trial per account.`,
    ],
    [
      'Does my photo leave my device?',
      `No. It is opened, separated and exported in your browser; our server only counts. ${privacy}`.trim(),
    ],
    [
      'What can I do without paying?',
      `A free account works on ${FREE_IMAGES} photos with every tool, and downloads as long as it has credits.`,
    ],
    [
      'How large are the pictures I get?',
      'As large as the photo you bring, 4K and beyond, as a PNG without loss and without a watermark.',
    ],
    ['Who sees my card?', 'Only the payment provider, on a page of its own. We learn that you paid, and until when.'],
  ]
  return (
    <section className={styles.questions} aria-labelledby="questions">
      <h2 id="questions" className={styles.title}>
        Questions
      </h2>
      <div className={styles.list}>
        {questions.map(([question, answer]) => (
          <details key={question} className={styles.entry}>
            <summary className={styles.question}>
              {question}
              <ChevronDown className={styles.chevron} strokeWidth={1.75} aria-hidden />
            </summary>
            <p className={styles.answer}>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
