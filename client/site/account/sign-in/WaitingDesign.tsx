import { useCallback } from 'react'
import { err } from '#client/kit/base/result.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import { useLoaded } from '#client/kit/ui/hooks.ts'
import styles from './WaitingPhoto.module.css'

/** The design of a link, which the editor opens after the sign-in, on a placeholder photo. */
export function WaitingDesign({ code }: { code: string }) {
  const load = useCallback(() => paint(code), [code])
  const [preview] = useLoaded(load)
  if (preview?.ok === false && preview.error !== null) return <p role="alert">{preview.error}</p>
  return (
    <figure className={styles.design}>
      {preview === null && <Spinner />}
      {preview?.ok && <img src={preview.value} alt={t('Preview of the design')} />}
      <figcaption>{t('This design and its text come from a link.')}</figcaption>
    </figure>
  )
}

/** Resolves with the preview, with the sentence about a broken link, or with null if the browser can't paint. */
const paint = (code: string) =>
  import('#client/engine/template/paintDesign.ts')
    .then(({ paintDesign }) => paintDesign(code))
    .catch((error: unknown) => {
      console.warn(error) // for instance, the browser has no WebGL
      return err(null)
    })
