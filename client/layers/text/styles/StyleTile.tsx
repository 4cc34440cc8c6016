import { useEffect, useRef, useSyncExternalStore } from 'react'
import { loadedFonts, loadFont, onFontLoaded } from '#client/kit/fonts/load.ts'
import { PresetTile } from '../../cards/PresetTiles.tsx'
import { weightOf } from '../paint/measure.ts'
import type { TextValues } from '../schema.ts'
import { paintSample } from './paintSample.ts'
import styles from './Styles.module.css'

interface Props {
  name: string
  /** The text's fields with the style applied. */
  values: TextValues
  letters: string
  onPress(): void
}

const SIZE = { width: 72, height: 44 }

export function StyleTile({ name, values, letters, onPress }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { fontFamily, fontWeight } = values
  const fonts = useSyncExternalStore(onFontLoaded, loadedFonts)
  useEffect(() => {
    const abort = new AbortController()
    void loadFont(fontFamily, weightOf(fontWeight), abort.signal) // `fonts` changes after the font has loaded
    return () => abort.abort()
  }, [fontFamily, fontWeight])
  const look = JSON.stringify([letters, values, fonts])
  useEffect(() => {
    const [text, style] = JSON.parse(look) as [string, TextValues, number]
    const scale = Math.max(2, devicePixelRatio)
    if (canvas.current)
      paintSample(canvas.current, text, style, { width: SIZE.width * scale, height: SIZE.height * scale })
  }, [look])
  return (
    <PresetTile name={name} onPress={onPress}>
      <canvas ref={canvas} className={styles.sample} aria-hidden />
    </PresetTile>
  )
}
