import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isFontLoaded, loadedFonts, loadFont, onFontLoaded } from '#client/kit/fonts/load.ts'
import { middleOf, type Size } from '#client/kit/geometry/geometry.ts'
import { channelsOf } from '#client/kit/pixels/color-space/cssColor.ts'
import { okLab } from '#client/kit/pixels/color-space/okLab.ts'
import { PresetTile } from '../../cards/PresetTiles.tsx'
import { cachedLayoutOf, FALLBACK_FAMILY, fontOf } from '../paint/measure.ts'
import { textEffectsOf } from '../paint/paintOptions.ts'
import { paintStyledText, type StyledText, styledTextExtent } from '../paint/styledText.ts'
import { faceFor, type TextValues } from '../schema.ts'
import styles from './Styles.module.css'

interface Props {
  name: string
  /** The text's fields with the style applied. */
  values: TextValues
  letters: string
  isPressed?: boolean
  onPress(): void
}

/** Minimum size in CSS px. Wider tiles have the same aspect ratio. */
const SIZE = { width: 72, height: 44 }

export function StyleTile({ name, values, letters, isPressed, onPress }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [fontFamily, weight, words] = faceFor({ ...values, text: letters })
  const fonts = useSyncExternalStore(onFontLoaded, loadedFonts)
  useEffect(() => {
    const abort = new AbortController()
    // when the font has loaded, `fonts` changes and the tile rerenders
    void loadFont(fontFamily, weight, words, abort.signal)
    return () => abort.abort()
  }, [fontFamily, weight, words])
  const look = JSON.stringify([letters, { ...values, ...UNSEEN }, fonts])
  useEffect(() => {
    const [text, style] = JSON.parse(look) as [string, TextValues, number]
    const scale = (Math.max(SIZE.width, canvas.current?.clientWidth ?? 0) / SIZE.width) * Math.max(2, devicePixelRatio)
    if (canvas.current)
      paintSample(canvas.current, text, style, { width: SIZE.width * scale, height: SIZE.height * scale })
  }, [look])
  return (
    <PresetTile name={name} isPressed={isPressed} onPress={onPress}>
      <canvas ref={canvas} className={styles.sample} data-dark={isDark(values) || undefined} aria-hidden />
    </PresetTile>
  )
}

/** Fields that don't affect the sample. They are set to constant values. */
const UNSEEN = { text: '', fontSize: 1, position: null, rotation: 0, opacity: 1 } as const

/** Letters count as dark below this OKLab lightness. */
const DARK = 0.5

const isDark = ({ color }: TextValues) => okLab(channelsOf(color))[0] < DARK

/** Margin around the sample, as a fraction of the canvas size. */
const MARGIN = 0.1
const UPRIGHT = { alignment: 'center', lineHeight: 1.2, letterSpacing: 0, curve: 0, isClear: false } as const

/** Resizes `canvas` to `size` (px) and paints the letters. Uses the style's font only if it is loaded. */
function paintSample(canvas: HTMLCanvasElement, letters: string, values: TextValues, size: Size): void {
  canvas.width = size.width
  canvas.height = size.height
  const words = { ...sampleOf(letters, values), fontSize: 1 }
  const extent = styledTextExtent(words)
  const piece = new OffscreenCanvas(size.width, size.height)
  const [context, shown] = [piece.getContext('2d'), canvas.getContext('2d')]
  if (!extent || !context || !shown) return
  const room = 1 - 2 * MARGIN
  const fontSize = Math.min((room * size.width) / extent.width, (room * size.height) / extent.height)
  const middle = middleOf(extent)
  context.translate(size.width / 2 - middle.x * fontSize, size.height / 2 - middle.y * fontSize)
  paintStyledText(context, { ...words, fontSize })
  shown.drawImage(piece, 0, 0)
}

function sampleOf(letters: string, values: TextValues): Omit<StyledText, 'fontSize'> {
  const face = faceFor({ ...values, text: letters })
  const [fontFamily, weight, words] = face
  const family = isFontLoaded(...face) ? fontFamily : FALLBACK_FAMILY
  const decor = textEffectsOf(values)
  return {
    layout: cachedLayoutOf(words, family, weight, UPRIGHT),
    font: fontOf(family, weight),
    color: values.color,
    box: null,
    ...decor,
    shadow: decor.shadow ?? glowAsShadow(values) ?? extrusionAsShadow(values),
  }
}

/** approximates the glow, because at this size a shadow in the same color looks alike */
const glowAsShadow = ({ glow }: TextValues) =>
  glow.enabled ? { color: glow.color, opacity: 1, blur: glow.intensity / 100, x: 0, y: 0 } : null

/** approximates the extrusion, because at this size a hard shadow looks alike */
const extrusionAsShadow = ({ threeDEffect: { enabled, extrudeColor, rotateY } }: TextValues) =>
  enabled ? { color: extrudeColor, opacity: 1, blur: 0, x: rotateY > 0 ? -0.07 : 0.07, y: 0.07 } : null
