import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AssetId } from '#client/kit/values/ids.ts'
import type { StageHandle } from '#client/render/compositor/Stage.tsx'
import styles from './Canvas.module.css'

/** Maximum side of the drawn photo, px. A low resolution is enough, because the stage soon paints the photo. */
const MAX_SIDE = 2048

interface Props {
  photo: AssetId
  bitmap: ImageBitmap
  /** The stage. Null while the rendering code loads. */
  stage: Pick<StageHandle, 'preview' | 'draw'> | null
}

/** Shows a downscaled copy of a new photo until the stage has painted the photo or failed to paint it. */
export function FirstPhoto({ photo, bitmap, stage }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [painted, setPainted] = useState<AssetId | null>(null)
  useLayoutEffect(() => {
    const element = canvas.current
    if (!element || bitmap.width === 0) return // the size of a closed bitmap is 0
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
    Object.assign(element, { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) })
    element.getContext('2d')?.drawImage(bitmap, 0, 0, element.width, element.height)
  }, [bitmap])
  useEffect(() => {
    if (!stage) return
    let isOver = false
    stage.preview
      .settle()
      .then(stage.draw)
      .catch(console.debug) // if a layer can't be painted, this photo is removed anyway
      .finally(() => {
        if (!isOver) setPainted(photo)
      })
    return () => {
      isOver = true
    }
  }, [stage, photo])
  return painted === photo ? null : <canvas ref={canvas} className={styles.photo} aria-hidden />
}
