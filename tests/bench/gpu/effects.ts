/** Measures a step of an effect's slider: outline and glow against pixi-filters, 3D text against stacked copies. */
import { Container, ImageSource, RenderTexture, Sprite, Texture, type WebGLRenderer } from 'pixi.js'
import { GlowFilter, OutlineFilter } from 'pixi-filters'
import { liveFonts } from '#client/kit/fonts/fonts.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { layerOfKind } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import type { SubjectLayer } from '#client/render/objects/subjectFields.ts'
import { DistanceFields } from '#shaders/distance/field.ts'
import { glowBlur } from '#shaders/glow/glow.ts'
import { BlurredAlpha } from '#shaders/glow/soft-alpha.ts'
import { FIELD_RANGE, Text3d, type Text3dSurface } from '#shaders/text3d/text3d.ts'
import { coverageOf, portrait, sessionOf } from './documents.ts'
import { stackedCopies } from './peers/stack.ts'
import { photoOf, sizeOf } from './photo.ts'
import { createRenderer, finish, type Measured, megapixels, ms, rounds, type Setting } from './setting.ts'

const OUTLINE_PX = 200
const GLOW_INTENSITY = 50

export async function measure(setting: Setting): Promise<Measured> {
  const renderer = await createRenderer()
  const fields = new DistanceFields(renderer)
  const outline = await outlineStep(renderer, setting)
  const glow = await glowStep(renderer, setting)
  const text = await textFrame(renderer, fields, setting)
  fields.destroy()
  return {
    figures: { outline200VsPixiOutline: outline.ratio, glow50VsPixiGlow: glow.ratio, text3dVsStack30: text.ratio },
    lines: [outline.line, glow.line, text.line],
  }
}

/**
 * Measures an outline under the cutout, by the editor and by pixi-filters. The editor's distance field is computed
 * beforehand.
 */
async function outlineStep(renderer: WebGLRenderer, { isQuick, photo }: Setting) {
  const size = sizeOf(1)
  const cutout = portrait(size)
  const session = sessionOf(await photoOf(size, photo), coverageOf(cutout))
  const subject = layerOfKind(session.doc, 'subject') as SubjectLayer
  const node = paintedKinds.subject.createNode({ renderer, assets: session.assets, fonts: liveFonts, report() {} })
  const at = { region: { x: 0, y: 0, ...size }, scale: 1, isDraft: true }
  const update = (width: number) => {
    Object.assign(subject.cutout, { enabled: true, width, color: '#ff8040', intensity: 100 })
    const doc = snapshotOf(session)
    return node.update(doc.layers[subject.id] as Immutable<SubjectLayer>, at, doc)
  }
  const from = performance.now()
  await update(OUTLINE_PX)
  const built = performance.now() - from
  const { sprite, root, target } = stageOf(cutout, size)
  const filter = new OutlineFilter({ thickness: OUTLINE_PX, quality: 1, color: '#ff8040' })
  sprite.filters = [filter]
  const times = await rounds(isQuick ? 1 : 3, {
    ours: [
      (n) => {
        void update(OUTLINE_PX - (n % 4))
        renderer.render({ container: node.view, target, clear: true })
        finish(renderer, target)
      },
      5,
    ],
    pixi: (n) => {
      filter.thickness = OUTLINE_PX - (n % 4)
      renderer.render({ container: root, target, clear: true })
      finish(renderer, target)
    },
  })
  node.destroy()
  session.dispose()
  const line = `outline of ${OUTLINE_PX} px at ${megapixels(size)} MP: ours ${ms(times.ours)} (field once ${ms(built)}), OutlineFilter ${ms(times.pixi)}`
  return { ratio: times.ours / times.pixi, line }
}

/** Measures a glow under a text layer. The image is small, because pixi-filters reads thousands of texels per pixel. */
async function glowStep(renderer: WebGLRenderer, { isQuick }: Setting) {
  const size = sizeOf(isQuick ? 0.1 : 0.16)
  const words = wordsOf(size, ['glow'])
  const { target, over } = stageOf(words, size)
  const { sprite, root, texture } = stageOf(words, size)
  const glow = new BlurredAlpha()
  const grid = { x: 0, y: 0, ...size, scale: 1 }
  sprite.filters = [new GlowFilter({ distance: GLOW_INTENSITY, color: '#ffcc33' })]
  const times = await rounds(isQuick ? 1 : 2, {
    ours: [
      (n) => {
        const settings = { color: '#ffcc33', intensity: GLOW_INTENSITY - (n % 4) / 4 }
        glow.draw(renderer, { texture: target, grid }, { texture: texture.source, grid }, glowBlur(settings, 1))
        over(renderer)
        finish(renderer, target)
      },
      5,
    ],
    pixi: () => {
      renderer.render({ container: root, target, clear: true })
      finish(renderer, target)
    },
  })
  const line = `glow of ${GLOW_INTENSITY} px at ${megapixels(size)} MP: ours ${ms(times.ours)}, GlowFilter ${ms(times.pixi)}`
  return { ratio: times.ours / times.pixi, line }
}

/** Measures a frame of a rotating 3D text with four rays per pixel near edges, and of 30 stacked copies of the text. */
async function textFrame(renderer: WebGLRenderer, fields: DistanceFields, { isQuick }: Setting) {
  const size = sizeOf(1)
  const words = wordsOf(size, ['Midground', 'in depth'])
  const face = new ImageSource({
    resource: await createImageBitmap(words),
    alphaMode: 'premultiplied-alpha',
    scaleMode: 'linear',
    autoGenerateMipmaps: true,
  })
  const coverage = { ...size, bytes: coverageOf(words) }
  const field = await fields.build(coverage, { range: FIELD_RANGE, format: 'half' })
  const surface: Text3dSurface = { face, field, size }
  const text3d = new Text3d()
  const target = RenderTexture.create({ ...size, resolution: 1 })
  const place = { center: { x: size.width / 2, y: size.height / 2 }, rotation: 0 }
  const stack = stackedCopies(face, size, 30)
  const turned = (n: number) => ({ depth: 60, perspective: 900, rotateX: 18, rotateY: -28 + (n % 5), rotateZ: 0 })
  const times = await rounds(isQuick ? 1 : 7, {
    ours: (n) => {
      const settings = { ...LOOK, ...turned(n) }
      text3d.draw(renderer, { texture: target, grid: { x: 0, y: 0, ...size, scale: 1 } }, surface, settings, place, 4)
      finish(renderer, target)
    },
    stack: (n) => {
      stack.render(renderer, target, turned(n))
      finish(renderer, target)
    },
  })
  const line = `3D text at ${megapixels(size)} MP: ours ${ms(times.ours)}, 30 stacked copies ${ms(times.stack)}`
  return { ratio: times.ours / times.stack, line }
}

const LOOK = {
  shadowColor: '#000000',
  shadowOpacity: 0.5,
  shadowBlur: 20,
  shadowOffsetX: 12,
  shadowOffsetY: 16,
  extrudeColor: '#8c2a20',
  lightAngle: 315,
  lightIntensity: 1,
}

/** Returns a sprite of the image in a container, and a function that draws it. */
function stageOf(picture: OffscreenCanvas, size: Size) {
  const texture = new Texture({
    source: new ImageSource({ resource: picture, alphaMode: 'premultiply-alpha-on-upload' }),
  })
  const sprite = new Sprite(texture)
  const root = new Container({ children: [sprite] })
  const target = RenderTexture.create({ ...size, resolution: 1 })
  const over = (renderer: WebGLRenderer) => renderer.render({ container: root, target, clear: false })
  return { texture, sprite, root, target, over }
}

function wordsOf({ width, height }: Size, lines: readonly string[]): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = '#ffdb40'
  context.font = '700 100px sans-serif'
  const widest = Math.max(...lines.map((line) => context.measureText(line).width))
  const px = (100 * 0.8 * width) / widest
  context.font = `700 ${Math.min(px, (0.8 * height) / lines.length)}px sans-serif`
  lines.forEach((line, i) => {
    context.fillText(line, width / 2, (height * (i + 0.5)) / lines.length)
  })
  return canvas
}
