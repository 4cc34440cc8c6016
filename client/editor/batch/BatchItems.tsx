import { ImageIcon, Pencil, RotateCcw, X } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import type { BatchItem } from '../storage/batchStore.ts'
import styles from './Batch.module.css'
import type { Batch } from './batch.ts'
import { stateText } from './batchTexts.ts'
import { isRetryable, isUnsure } from './items.ts'

interface Props {
  batch: Batch
  onOpen(id: string): void
}

/** The photos of the batch with their thumbnails, states and actions. */
export function BatchItems({ batch, onOpen }: Props) {
  const { items, current, exporting } = useSnapshot(batch.state)
  return (
    <ul className={styles.items} aria-label={t('Photos')}>
      {items.map((item) => (
        <li key={item.id} className={styles.item} data-state={isUnsure(item) ? 'unsure' : item.state}>
          <Picture item={item} isCurrent={item.id === current} />
          <span className={styles.name} title={item.name} dir="auto">
            {item.name}
          </span>
          <span className={styles.state}>{item.id === current ? t('Processing...') : stateText(item)}</span>
          <Actions item={item} batch={batch} isDisabled={exporting !== null} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

function Picture({ item: { thumbnail }, isCurrent }: { item: BatchItem; isCurrent: boolean }) {
  return (
    <span className={styles.picture}>
      {thumbnail ? <img src={thumbnail} alt="" decoding="async" /> : <ImageIcon strokeWidth={1.5} aria-hidden />}
      {isCurrent && (
        <span className={styles.spinner}>
          <Spinner label={null} />
        </span>
      )}
    </span>
  )
}

function Actions({ item, batch, isDisabled, onOpen }: Props & { item: BatchItem; isDisabled: boolean }) {
  const { id, name, state } = item
  return (
    <span className={styles.actions}>
      {state === 'done' && (
        <IconButton
          label={t('Open {name} in the editor', { name })}
          icon={Pencil}
          disabled={isDisabled}
          onClick={() => onOpen(id)}
        />
      )}
      {(isRetryable(item) || state === 'opened') && (
        <IconButton
          label={t('Retry {name}', { name })}
          icon={RotateCcw}
          disabled={isDisabled}
          onClick={() => void batch.retry([id])}
        />
      )}
      <IconButton
        label={t('Remove {name}', { name })}
        icon={X}
        disabled={isDisabled}
        onClick={() => void batch.remove([id])}
      />
    </span>
  )
}
