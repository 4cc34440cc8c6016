/** Measures slider frames: our single pass against a chain of Pixi filters, and our preview against fabric. */
import { RenderTexture, type WebGLRenderer } from 'pixi.js'
import { liveFonts } from '#client/kit/fonts/fonts.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { Scene } from '#client/render/compositor/scene.ts'
import { ALL_TEN, coverageOf, portrait, sessionOf } from './documents.ts'
import { previewOf } from './gesture.ts'
import { fabricFilters } from './peers/fabric.ts'
import { filterChain } from './peers/filterChain.ts'
import { photoOf, sizeOf } from './photo.ts'
import {
  callsDuring,
  createRenderer,
  finish,
  type Measured,
  megapixels,
  ms,
  nameOf,
  rounds,
  type Setting,
} from './setting.ts'

export async function measure(setting: Setting): Promise<Measured> {
  const renderer = await createRenderer()
  const one = await againstChain(renderer, setting, await photoOf(sizeOf(1), setting.photo))
  const large = await photoOf(sizeOf(12), setting.photo)
  const twelve = await againstChain(renderer, setting, await createImageBitmap(large))
  const shipped = await againstFabric(renderer, setting, large)
  const passes = await countPasses(renderer, setting)
  return {
    figures: {
      passesAllSliders: passes.perBranch,
      allSlidersVsPixiChain1MP: one.ratio,
      allSlidersVsPixiChain12MP: twelve.ratio,
      shippedSliderVsFabricCpu12MP: shipped.ratio,
    },
    lines: [`GPU: ${nameOf(renderer)}`, one.line, twelve.line, shipped.line, passes.line],
  }
}

/** Measures a moving slider with ten enhancements set, at the photo's full size. */
async function againstChain(renderer: WebGLRenderer, { isQuick }: Setting, bitmap: ImageBitmap) {
  const size = { width: bitmap.width, height: bitmap.height }
  const chain = filterChain(renderer, bitmap, size)
  const session = sessionOf(bitmap)
  const scene = new Scene(paintedKinds, { renderer, assets: session.assets, fonts: liveFonts, report() {} })
  const target = RenderTexture.create({ ...size, resolution: 1 })
  const at = { region: { x: 0, y: 0, ...size }, scale: 1, isDraft: true }
  const frame = (blur: number) => async (n: number) => {
    Object.assign(session.doc.tune.image, ALL_TEN, { blur, brightness: 104 + (n % 9) })
    await scene.sync(snapshotOf(session), at)
    renderer.render({ container: scene.root, target, clear: true })
    finish(renderer, target)
  }
  // While the specialized programs compile, generic programs paint the first frames. The large photo is measured
  // second, when all programs are compiled.
  const isSmall = size.width * size.height < 2e6
  const blurs = isQuick ? [ALL_TEN.blur ?? 0] : [ALL_TEN.blur ?? 0, 0]
  for (const blur of blurs) for (let n = 0; n < (isSmall ? 3 : 1); n++) await frame(blur)(n)
  const chained = (n: number) => {
    chain.render(target, 1 + (n % 9) / 100)
    finish(renderer, target)
  }
  const count = isQuick ? 1 : isSmall ? 5 : 3
  const times = await rounds(count, { all: frame(ALL_TEN.blur ?? 0), chained }, { areWarm: isQuick && !isSmall })
  const sharp = isQuick ? '' : ` (without blur ${ms((await rounds(1, { nine: frame(0) })).nine)})`
  const line =
    `all ten sliders at ${megapixels(size)} MP: ours ${ms(times.all)}${sharp}, ` +
    `Pixi chain of ${chain.passes} passes ${ms(times.chained)}`
  chain.destroy()
  scene.destroy()
  session.dispose()
  target.destroy(true)
  return { ratio: times.all / times.chained, line }
}

/** Measures three sliders on a 12 MP photo: the preview at screen size, and fabric's filters at full size. */
async function againstFabric(renderer: WebGLRenderer, { isQuick }: Setting, bitmap: ImageBitmap) {
  const size = megapixels(bitmap)
  const fabric = fabricFilters(bitmap)
  const session = sessionOf(bitmap)
  const preview = previewOf(renderer, session)
  const gesture = session.history.begin('Brightness')
  const ours = async (n: number) => {
    Object.assign(session.doc.tune.image, { brightness: 110 + (n % 9), contrast: 120, saturation: 135 })
    await preview.settle()
    finish(renderer, preview.texture)
  }
  for (let n = 0; n < 6; n++) await ours(n)
  const times = await rounds(isQuick ? 1 : 7, {
    ours: [ours, 3],
    fabric: (n) => fabric.apply(0.1 + (n % 9) / 100),
  })
  const { width, height } = preview.texture
  gesture.cancel()
  preview.stop()
  session.dispose()
  return {
    ratio: times.ours / times.fabric,
    line:
      `three sliders on ${size} MP: preview of ${width} × ${height} ${ms(times.ours)}, ` +
      `fabric's CPU filters ${ms(times.fabric)}`,
  }
}

/** Counts the draw calls of a preview frame with ten enhancements set and one slider moved, per branch. */
async function countPasses(renderer: WebGLRenderer, setting: Setting) {
  const size = sizeOf(setting.isQuick ? 0.3 : 1)
  const bitmap = await photoOf(size, setting.photo)
  const counts: number[] = []
  for (const branches of [1, 2]) {
    const session = sessionOf(await createImageBitmap(bitmap), branches === 2 ? coverageOf(portrait(size)) : null)
    const { tune } = session.doc
    for (const set of Object.values(tune)) Object.assign(set, ALL_TEN)
    tune.foreground.fade = 30 // a value that differs from the background's, so the subject must be painted separately
    const preview = previewOf(renderer, session)
    await preview.settle()
    const gesture = session.history.begin('Exposure')
    tune.image.exposure = tune.background.exposure = tune.foreground.exposure = 21
    await preview.settle()
    tune.image.exposure = tune.background.exposure = tune.foreground.exposure = 22
    counts.push((await callsDuring(renderer, DRAWS, () => preview.settle())) / branches)
    gesture.cancel()
    preview.stop()
    session.dispose()
  }
  return { perBranch: Math.max(...counts), line: `draws per branch and slider frame: ${counts.join(' whole, ')} split` }
}

const DRAWS = ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced', 'blitFramebuffer'] as const
