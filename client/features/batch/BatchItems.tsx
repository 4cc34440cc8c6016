import { ImageIcon, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { BatchItem } from '#client/editor/storage/batchStore.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import styles from './Batch.module.css'
import type { Batch } from './batch.ts'
import { isRetryable, stateText, workText } from './batchTexts.ts'
import { isUnsure } from './items.ts'

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
          <Picture item={item} batch={batch} isCurrent={item.id === current} />
          <span className={styles.name} title={item.name} dir="auto">
            {item.name}
          </span>
          <span className={styles.state}>{item.id === current ? workText(item) : stateText(item)}</span>
          <Actions item={item} batch={batch} isDisabled={exporting !== null} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

/**
 * The thumbnail of the photo with the template. Until the thumbnail is made, the photo itself is shown. If the browser
 * can't display the photo, an icon is shown.
 */
function Picture({ item, batch, isCurrent }: { item: BatchItem; batch: Batch; isCurrent: boolean }) {
  const photo = usePhotoUrl(batch, item)
  const [isBroken, setBroken] = useState(false)
  const url = item.thumbnail ?? (isBroken ? null : photo)
  return (
    <span className={styles.picture}>
      {url ? (
        <img src={url} alt="" decoding="async" loading="lazy" onError={() => setBroken(true)} />
      ) : (
        <ImageIcon strokeWidth={1.5} aria-hidden />
      )}
      {isCurrent && (
        <span className={styles.spinner}>
          <Spinner label={null} />
        </span>
      )}
    </span>
  )
}

/**
 * Hook that returns a URL of the stored photo while the item has no thumbnail. Returns null if the photo isn't stored.
 */
function usePhotoUrl(batch: Batch, { id, thumbnail }: BatchItem): string | null {
  const [url, setUrl] = useState<string | null>(null)
  const isNeeded = thumbnail === null
  useEffect(() => {
    if (!isNeeded) return
    let own: string | null = null
    let isOver = false
    batch.photo(id).then((file) => {
      if (!file || isOver) return
      own = URL.createObjectURL(file)
      setUrl(own)
    }, console.warn)
    return () => {
      isOver = true
      if (own) URL.revokeObjectURL(own)
      setUrl(null)
    }
  }, [batch, id, isNeeded])
  return url
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
        icon={Trash2}
        disabled={isDisabled}
        onClick={() => void batch.remove([id])}
      />
    </span>
  )
}
