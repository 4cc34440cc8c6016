import { type ComponentProps, type Ref, useRef } from 'react'
import { t } from '../i18n/translate.ts'
import { Button } from './controls/Button.tsx'

/** Media types and extensions of photos. Some systems give HEIC files no MIME type. */
export const ACCEPT =
  'image/jpeg,image/png,image/webp,image/heic,image/heif,.jpg,.jpeg,.png,.webp,.heic,.heif,.hif,.jfif'

interface Props {
  ref: Ref<HTMLInputElement>
  label?: string
  /** Accepted media types, in the syntax of the `accept` attribute. Only the input for the main photo lists HEIC. */
  accept?: string
  onChoose?(file: File): void
  /** Called with all chosen files. Without this handler, the user can choose only one file. */
  onChooseSeveral?(files: readonly File[]): void
}

/** A hidden file input for images. Call `ref.current.click()` to open the file dialog. */
export function PhotoInput({ ref, label = t('Photo'), accept = ACCEPT, onChoose, onChooseSeveral }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      multiple={onChooseSeveral !== undefined}
      className="unseen"
      tabIndex={-1}
      aria-hidden // hidden from assistive technology, because a visible button opens the file dialog
      aria-label={label}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])]
        event.target.value = '' // otherwise choosing the same file again would fire no event
        const [file] = files
        if (file) onChoose?.(file)
        if (file) onChooseSeveral?.(files)
      }}
    />
  )
}

/** A button that opens the file dialog of its own hidden input. */
export function FileButton({ input, ...button }: ComponentProps<typeof Button> & { input: Omit<Props, 'ref'> }) {
  const element = useRef<HTMLInputElement>(null)
  return (
    <>
      <PhotoInput {...input} ref={element} />
      <Button {...button} onClick={() => element.current?.click()} />
    </>
  )
}
