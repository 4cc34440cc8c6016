import { ImageIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { waitingPhoto } from '#client/kit/base/sharedFile.ts'
import styles from './WaitingPhoto.module.css'

/** The photo that the editor opens after the sign-in. A photo that the browser can't show, such as HEIC, has an icon. */
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
