import type { Ref } from 'react'
import { t } from '../i18n/translate.ts'

/** File types that the importer accepts (spec §5). */
const ACCEPT = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.jpg,.jpeg,.png,.webp,.heic,.heif'

interface Props {
  ref: Ref<HTMLInputElement>
  label?: string
  /**
   * Accepted media types, as the `accept` attribute takes them. Only the input for the photo itself lists HEIC
   * (spec/decisions.md).
   */
  accept?: string
  onChoose?(file: File): void
  /** Takes all chosen files. Absent = one file can be chosen. */
  onChooseSeveral?(files: readonly File[]): void
}

/** A hidden file input for images. A button opens it by `ref.current.click()`. */
export function PhotoInput({ ref, label = t('Photo'), accept = ACCEPT, onChoose, onChooseSeveral }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      multiple={onChooseSeveral !== undefined}
      className="unseen"
      tabIndex={-1}
      aria-hidden // hidden from assistive technology, because the buttons that open the file dialog are reachable
      aria-label={label}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])]
        event.target.value = '' // lets the user choose the same file again
        const [file] = files
        if (file) onChoose?.(file)
        if (file) onChooseSeveral?.(files)
      }}
    />
  )
}
