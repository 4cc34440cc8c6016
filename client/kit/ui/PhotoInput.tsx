import type { Ref } from 'react'
import { t } from '../i18n/translate.ts'

/** What the importer accepts (spec §5). */
const ACCEPT = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.jpg,.jpeg,.png,.webp,.heic,.heif'

interface Props {
  ref: Ref<HTMLInputElement>
  label?: string
  /** Media types; the photo's own input is the one that names HEIC (decisions). */
  accept?: string
  onChoose(file: File): void
}

/** A picker of image files behind a button. */
export function PhotoInput({ ref, label = t('Photo'), accept = ACCEPT, onChoose }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      className="unseen"
      tabIndex={-1}
      aria-hidden // the buttons that open it are what can be reached
      aria-label={label}
      onChange={(event) => {
        const [file] = event.target.files ?? []
        event.target.value = '' // the same file may be chosen again
        if (file) onChoose(file)
      }}
    />
  )
}
