import { useEffect, useRef } from 'react'
import { defaults } from '#client/kit/base/fields.ts'
import { type ShadowFields, shadowField } from '#client/render/shadow/shadowFields.ts'
import { type Caster, planShadow } from '#shaders/shadow/plan.ts'
import { type Level, mipLevels, shadowPixel } from '#shaders/shadow/shadow.reference.ts'
import styles from './ShadowThumbnail.module.css'

export interface ShadowPreset {
  name: string
  values: Partial<ShadowFields>
}

/** Shadow presets in the panel's order. Presets don't change the shadow's colour. */
export const SHADOW_PRESETS = [
  { name: 'Soft', values: { type: 'drop', opacity: 45, angle: 60, distance: 4, blur: 8 } },
  { name: 'Hard', values: { type: 'drop', opacity: 60, angle: 45, distance: 5, blur: 0.5 } },
  {
    name: 'Behind',
    values: { type: 'ground', opacity: 55, direction: 325, length: 60, softness: 45, contact: 70 },
  },
  {
    name: 'In front',
    values: { type: 'ground', opacity: 50, direction: 35, length: 90, softness: 60, contact: 80 },
  },
] as const satisfies readonly ShadowPreset[]

/** Returns the shadow with a preset's values, enabled. */
export const shadowOf = (preset: ShadowPreset, now: ShadowFields): ShadowFields => ({
  ...now,
  ...preset.values,
  enabled: true,
})

/** canvas px, shown at half size */
const SIZE = { width: 96, height: 88 }
/** Side of the figure's silhouette, px: a power of two that contains the figure and its softest shadow. */
const SIDE = 128
const FIGURE = { x: 34, y: 14, width: 24, height: 54 }

function drawFigure(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D) {
  const { x, y, width, height } = FIGURE
  context.beginPath()
  context.arc(x + width / 2, y + 10, 10, 0, 2 * Math.PI)
  context.roundRect(x, y + 22, width, height - 22, [12, 12, 3, 3])
  context.fill()
}

let levels: readonly Level[] | null = null

function figureLevels(): readonly Level[] {
  if (levels) return levels
  const context = new OffscreenCanvas(SIDE, SIDE).getContext('2d')
  if (!context) return []
  drawFigure(context)
  const { data } = context.getImageData(0, 0, SIDE, SIDE)
  const values = Float32Array.from({ length: SIDE * SIDE }, (_, i) => (data[4 * i + 3] ?? 0) / 255)
  levels = mipLevels({ side: SIDE, values })
  return levels
}

const CASTER: Caster = {
  unit: FIGURE.height,
  bounds: FIGURE,
  bottom: FIGURE.y + FIGURE.height,
  origin: { x: 0, y: 0 },
  density: 1,
}

function paint(canvas: HTMLCanvasElement, preset: ShadowPreset) {
  const context = canvas.getContext('2d')
  if (!context) return
  const settings = shadowOf(preset, defaults(shadowField.fields))
  const { uniforms } = planShadow(settings, CASTER, { scale: 1 })
  const picture = context.createImageData(SIZE.width, SIZE.height)
  for (let y = 0; y < SIZE.height; y++)
    for (let x = 0; x < SIZE.width; x++) {
      const [, , , alpha = 0] = shadowPixel(figureLevels(), uniforms, x + 0.5, y + 0.5)
      picture.data[4 * (y * SIZE.width + x) + 3] = Math.round(255 * alpha)
    }
  context.putImageData(picture, 0, 0)
  context.fillStyle = '#f4f5f7'
  drawFigure(context)
}

/** Figure with a preset's shadow, computed by the same code as the layers' shadows. */
export function ShadowThumbnail({ preset }: { preset: ShadowPreset }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) paint(canvas.current, preset)
  }, [preset])
  return <canvas ref={canvas} {...SIZE} className={styles.thumbnail} aria-hidden />
}
