import { useEffect, useRef } from 'react'
import { axisScales, invert, transformPoint } from '#client/kit/geometry/affine.ts'
import { defaults } from '#client/kit/values/fields.ts'
import { type ShadowFields, shadowField } from '#client/render/shadow/shadowFields.ts'
import { type Caster, planShadow } from '#shaders/shadow/plan.ts'
import styles from './ShadowThumbnail.module.css'

export interface ShadowPreset {
  name: string
  values: Partial<ShadowFields>
}

/** Shadow presets in the order of the panel. Applying a preset doesn't change the shadow's color. */
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

export const shadowOf = (preset: ShadowPreset, now: ShadowFields): ShadowFields => ({
  ...now,
  ...preset.values,
  enabled: true,
})

/** canvas px, shown at half size */
const SIZE = { width: 96, height: 88 }
const FIGURE = { x: 34, y: 14, width: 24, height: 54 }

function drawFigure(context: CanvasRenderingContext2D) {
  const { x, y, width, height } = FIGURE
  context.beginPath()
  context.arc(x + width / 2, y + 10, 10, 0, 2 * Math.PI)
  context.roundRect(x, y + 22, width, height - 22, [12, 12, 3, 3])
  context.fill()
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
  const { uShift, uAlong, uDown, uSigma, uOpacity } = planShadow(settings, CASTER, { scale: 1 }).uniforms
  const toOutput = invert({ a: uAlong[0], b: uAlong[1], c: uDown[0], d: uDown[1], e: uShift[0], f: uShift[1] })
  const { y } = transformPoint(toOutput, { x: FIGURE.x, y: FIGURE.y + FIGURE.height / 2 })
  context.clearRect(0, 0, SIZE.width, SIZE.height)
  context.save()
  context.shadowColor = `rgb(0 0 0 / ${uOpacity})`
  // Canvas `shadowBlur` is twice the standard deviation (HTML standard). A canvas shadow has a uniform blur, so the
  // blur at the shadow's middle is used.
  context.shadowBlur = 2 * Math.max(uSigma[0], uSigma[1] + uSigma[2] * y) * axisScales(toOutput).x
  // the figure is painted outside the canvas, so that only its shadow is visible
  context.shadowOffsetX = 2 * SIZE.width
  context.translate(-2 * SIZE.width, 0)
  context.transform(toOutput.a, toOutput.b, toOutput.c, toOutput.d, toOutput.e, toOutput.f)
  drawFigure(context)
  context.restore()
  context.fillStyle = '#f4f5f7'
  drawFigure(context)
}

/** Paints a figure with a preset's shadow, with the geometry of layer shadows. */
export function ShadowThumbnail({ preset }: { preset: ShadowPreset }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) paint(canvas.current, preset)
  }, [preset])
  return <canvas ref={canvas} {...SIZE} className={styles.thumbnail} aria-hidden />
}
