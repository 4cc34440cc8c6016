/** The photo's pass against its twin in double precision, before dither: sets of extreme and random values. */
import { BufferImageSource, type WebGLRenderer } from 'pixi.js'
import { defaults } from '#client/kit/base/fields.ts'
import { createAssetStore } from '#client/model/assets/store.ts'
import { windowsOf } from '#client/model/assets/windows.ts'
import type { TuneSet } from '#client/model/document/tune.ts'
import { type BlurRole, PhotoBlur } from '#shaders/blur/blur.ts'
import { MIN_SIGMA } from '#shaders/blur/plan.ts'
import { photoReference } from '#shaders/photo/photo.reference.ts'
import { PhotoPass } from '#shaders/photo/photo.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import { LumaLowPass } from '#shaders/tune/luma-low-pass.ts'
import { needsLow, tuneUniforms } from '#shaders/tune/steps.ts'
import { toneMask } from '#shaders/tune/tone-mask.ts'
import { bitmapOf, noise, rendered } from '../../../helpers/gpu.ts'
import { type Picture, realPhoto } from '../../../helpers/photos.ts'
import { ALL_TEN } from '../documents.ts'
import type { Setting } from '../setting.ts'

const NEUTRAL = defaults(tuneFields)

export async function twinError(renderer: WebGLRenderer, { isQuick }: Setting) {
  const picture = isQuick ? await realPhoto(96, 72) : await realPhoto()
  const sets = slidersSets(isQuick ? 6 : 60)
  const roles: BlurRole[] = ['WHOLE', 'BEHIND', 'SUBJECT']
  let largest = 0
  let worst = ''
  let n = 0
  for (const set of sets) {
    const role = roles[n++ % roles.length]!
    const error = await errorOf(renderer, picture, set, role)
    if (error <= largest) continue
    largest = error
    worst = `${role} ${JSON.stringify(set)}`
  }
  return { largest, line: `against the twin, ${sets.length} slider sets: ${largest.toFixed(4)} LSB at most (${worst})` }
}

function slidersSets(random: number): TuneSet[] {
  const ends = Object.entries(tuneFields).flatMap(([name, { min, max }]) =>
    [min, max]
      .filter((value) => value !== NEUTRAL[name as keyof TuneSet])
      .map((value) => ({ ...NEUTRAL, [name]: value })),
  )
  const next = noise(9)
  const mixed = Array.from({ length: random }, () =>
    Object.fromEntries(
      Object.entries(tuneFields).map(([name, { min, max }]) => [name, Math.round(min + ((max - min) * next()) / 255)]),
    ),
  )
  return [...ends, { ...NEUTRAL, ...ALL_TEN }, ...mixed] as TuneSet[]
}

/** Largest error of a channel over visible pixels, in 8-bit levels of straight colour. */
async function errorOf(renderer: WebGLRenderer, picture: Picture, settings: TuneSet, role: BlurRole): Promise<number> {
  const pixels = await painted(renderer, picture, settings, role)
  const twin = photoReference({ ...picture, role, settings })
  let largest = 0
  for (let i = 0; i < twin.length; i += 4) {
    const alpha = pixels[i + 3]!
    largest = Math.max(largest, Math.abs(alpha - twin[i + 3]!) * 255)
    if (alpha < 1 / 64) continue
    for (let c = 0; c < 3; c++) largest = Math.max(largest, Math.abs(pixels[i + c]! / alpha - twin[i + c]!) * 255)
  }
  return largest
}

async function painted(renderer: WebGLRenderer, picture: Picture, settings: TuneSet, role: BlurRole) {
  const { rgba, width, height, coverage } = picture
  const assets = createAssetStore()
  const bitmap = await bitmapOf(rgba, width, height)
  const photo = assets.bitmap(assets.put({ kind: 'bitmap', bitmap, width, height, hasAlpha: false, sha256: '' }))!
  const matte = assets.matte(assets.put({ kind: 'matte', width, height, coverage }))!
  const windows = windowsOf(renderer, assets)
  const region = { x: 0, y: 0, width, height }
  const leases = [windows.lease(photo, region, 1), windows.lease(matte, region, 1)] as const
  const tune = tuneUniforms(settings)
  const [blur, low] = [new PhotoBlur(renderer), new LumaLowPass(renderer)]
  const blurred =
    settings.blur >= MIN_SIGMA
      ? blur.update({ photo: leases[0], matte: leases[1], hasAlpha: false, role, sigma: settings.blur })
      : null
  const { plane: resource, ...maskSize } = toneMask(rgba, width, height)
  const mask = new BufferImageSource({
    resource,
    ...maskSize,
    format: 'rg32float',
    alphaMode: 'no-premultiply-alpha',
  })
  const pass = new PhotoPass(renderer)
  pass.set({
    width,
    height,
    photo: leases[0],
    hasAlpha: false,
    role,
    matte: leases[1],
    blurred,
    tune,
    low: needsLow(tune)
      ? low.update({
          photo: leases[0],
          blurred,
          longSide: Math.max(width, height),
          isWeighted: blurred !== null && role === 'SUBJECT',
        })
      : null,
    mask,
    grid: { x: 0, y: 0, scale: 1 },
    isEraser: false,
    isDraft: true, // the generic program with branches: not compiled per set, and the more complex one
    isPlain: true,
  })
  pass.mesh.state.blend = false
  const pixels = rendered(renderer, pass.mesh, width, height, 'rgba32float')
  for (const owned of [pass, blur, low, mask]) owned.destroy()
  for (const lease of leases) lease.release()
  assets.destroy()
  return pixels
}
