import { useSnapshot } from 'valtio'
import { t } from '../../kit/i18n/translate.ts'
import { Button } from '../../kit/ui/controls/Button.tsx'
import { ProgressBar } from '../../kit/ui/feedback/Progress.tsx'
import styles from './Batch.module.css'
import type { Batch } from './batch.ts'
import { NOTICES } from './batchTexts.ts'
import { signatureOf } from './export.ts'
import { countItems, creditsFor } from './items.ts'
import type { BatchState } from './state.ts'

/** The progress of the batch, its cost and its errors. */
export function BatchStatus({ batch, onUpgrade }: { batch: Batch; onUpgrade(): void }) {
  const { items, adding, exporting, isKept, notice, isRunning } = useSnapshot(batch.state)
  const { total, done, unsure, failed } = countItems(items)
  const words = exporting
    ? [t('Exporting: {done} of {total}', { ...exporting })]
    : [
        t('Ready: {done} of {total}', { done, total }),
        ...(unsure > 0 ? [t('To review: {unsure}', { unsure })] : []),
        ...(failed > 0 ? [t('Failed: {failed}', { failed })] : []),
        ...(adding > 0 ? [t('Adding: {adding}', { adding })] : []),
      ]
  const fraction = exporting ? exporting.done / exporting.total : (done + failed) / Math.max(1, total)
  return (
    <div className={styles.status}>
      <p role="status" className={styles.words}>
        {words.map((each) => (
          <span key={each}>{each}</span>
        ))}
      </p>
      <div className={styles.progress}>
        {(isRunning || exporting) && <ProgressBar label={t('Processing...')} fraction={fraction} />}
      </div>
      <Costs batch={batch} />
      {!isKept && (
        <p className={styles.note}>{t('This window can’t save your batch. If you close the tab, you’ll lose it.')}</p>
      )}
      {notice && (
        <div className={styles.notice} role="alert" data-notice={notice}>
          <span>{t(NOTICES[notice])}</span>
          {(notice === 'image-limit' || notice === 'no-credits') && (
            <Button onClick={onUpgrade}>{t('Upgrade to Pro plan')}</Button>
          )}
        </div>
      )}
    </div>
  )
}

/** The credits and photos that an export takes from a plan that counts them. */
function Costs({ batch }: { batch: Batch }) {
  const { items, record, allowance }: Pick<BatchState, 'items' | 'record' | 'allowance'> = useSnapshot(batch.state)
  if (allowance?.credits == null) return null
  const cost = creditsFor(items, record, signatureOf(batch.settings()))
  const { credits: left, photos } = allowance
  return (
    <p className={styles.note} data-costs>
      {t('Each exported image costs 1 credit. This export: {cost}. Credits left: {left}.', { cost, left })}{' '}
      {photos !== null && t('Photos left in your plan: {photos}.', { photos })}
    </p>
  )
}
