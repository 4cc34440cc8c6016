import { ImageIcon } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { waitingPhoto } from '#client/kit/device-storage/sharedFile.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import { useLoaded } from '#client/kit/ui/hooks.ts'
import { err } from '#client/kit/values/result.ts'
import styles from './WaitingPhoto.module.css'

/**
 * The photo that the editor opens after sign-in. If the browser can't display the photo (for example HEIC), an icon is
 * shown. Renders nothing if no photo is waiting.
 */
export function WaitingPhoto() {
  const [photo] = useState(waitingPhoto)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!photo) return
    const own = URL.createObjectURL(photo)
    setUrl(own)
    return () => URL.revokeObjectURL(own)
  }, [photo])
  if (!photo) return null
  return (
    <figure className={styles.photo}>
      {url ? <img src={url} alt="" onError={() => setUrl(null)} /> : <ImageIcon aria-hidden />}
      <figcaption dir="auto">{photo.name}</figcaption>
    </figure>
  )
}

/**
 * The linked design, painted on a placeholder photo, or a message if the link is broken. The editor opens the design
 * after sign-in.
 */
export function WaitingDesign({ code }: { code: string }) {
  const load = useCallback(() => paint(code), [code])
  const [preview] = useLoaded(load)
  if (preview?.ok === false && preview.error !== null) return <p role="alert">{preview.error}</p>
  return (
    <figure className={styles.design}>
      {preview === null && <Spinner />}
      {preview?.ok && <img src={preview.value} alt={t('Design preview')} />}
      <figcaption>{t('This design and its text come from a link.')}</figcaption>
    </figure>
  )
}

/** Resolves with the preview, with a message if the link is broken, or with null if the browser can't paint. */
const paint = (code: string) =>
  import('#client/engine/template/paintDesign.ts')
    .then(({ paintDesign }) => paintDesign(code))
    .catch((error: unknown) => {
      console.warn(error) // for example, because the browser doesn't support WebGL
      return err(null)
    })
