import type { LucideIcon } from 'lucide-react'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { LayerId } from '../../kit/base/ids.ts'
import styles from './LayersPanel.module.css'
import type { Thumbnails } from './thumbnails.ts'

interface Props {
  layer: LayerId
  thumbnails: Thumbnails
  /** The icon of the layer's kind; shown until the thumbnail is painted, and where nothing of the layer is visible. */
  icon: LucideIcon
}

/** What a layer looks like, for the eyes only: the row's name says what it is. */
export function LayerThumbnail({ layer, thumbnails, icon: Glyph }: Props) {
  const picture = useSyncExternalStore(thumbnails.subscribe, () => thumbnails.of(layer))
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    if (picture) canvas.current?.getContext('2d')?.putImageData(picture, 0, 0)
  }, [picture])
  if (!picture) return <Glyph className={styles.glyph} strokeWidth={1.75} aria-hidden />
  return <canvas ref={canvas} className={styles.thumbnail} width={picture.width} height={picture.height} aria-hidden />
}
