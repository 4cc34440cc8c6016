/**
 * Compares the values and texts that the product promises, copied letter by letter, with the code that defines them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TOLERANCE } from '#client/editor/canvas/targets.ts'
import {
  BACKGROUND_ERRORS,
  CONFIRM_HEIC,
  DOWNLOAD_ERRORS,
  IMPORT_ERRORS,
  OVERLAY,
  OVERLAY_ERRORS,
  READY_MS,
  REMOVED_MS,
  REPORTS,
  SEGMENT_ERRORS,
  STATUS,
  UNEXPECTED,
  WATERMARK_NOTE,
} from '#client/editor/flows/messages.ts'
import { TABS } from '#client/editor/tabs/tabs.ts'
import { AUTO_START_MS } from '#client/editor/tour/useTour.tsx'
import { isHex } from '#client/kit/base/fields.ts'
import { PRESET_COLORS } from '#client/kit/ui/controls/ColorChips.tsx'
import { NARROW } from '#client/kit/ui/hooks.ts'
import { cloneFields } from '#client/layers/clone/schema.ts'
import { MIN_GAP, MIN_POINTS } from '#client/layers/drawing/points.ts'
import { drawingFields, MAX_POINTS, pointFields } from '#client/layers/drawing/schema.ts'
import { MAX_OVERLAYS, overlayFields } from '#client/layers/overlay/schema.ts'
import { kinds } from '#client/layers/registry.ts'
import { shapeFields } from '#client/layers/shape/schema.ts'
import { IMAGE_SCALE, stickerFields } from '#client/layers/sticker/schema.ts'
import { subjectFields } from '#client/layers/subject/index.ts'
import { RESET_FONT_SIZE, textFields } from '#client/layers/text/schema.ts'
import { colorBackdropFields } from '#client/model/document/backdrop.ts'
import { SessionContext } from '#client/model/session/session.ts'
import { initialDrawUi } from '#client/model/session/ui/ui.ts'
import { subjectPlaceFields } from '#client/render/objects/subjectFields.ts'
import { API_ERRORS } from '#server/contract/errors.ts'
import { GUARD_WAIT_MS } from '#server/contract/guard.ts'
import { DEFAULT_FREE_CREDITS, FREE_IMAGES, TRIAL_DAYS } from '#server/contract/limits.ts'
import { FEATURES, PLANS } from '#server/contract/plans.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import { quietSession } from './helpers/session.ts'

it.each([
  ['brightness', 100],
  ['contrast', 100],
  ['saturation', 100],
  ['fade', 0],
  ['exposure', 0],
  ['highlights', 0],
  ['shadows', 0],
  ['sharpness', 0],
  ['blur', 0],
  ['blacks', 0],
] as const)('the enhancement %s defaults to %d', (name, value) => {
  expect(tuneFields[name].default).toBe(value)
})

it.each([
  ['brightness', 0, 200, 1],
  ['contrast', 0, 200, 1],
  ['saturation', 0, 200, 1],
  ['fade', 0, 100, 1],
  ['blur', 0, 20, 0.1],
  ['blacks', 0, 100, 1],
  ['exposure', -100, 100, 1],
  ['highlights', -100, 100, 1],
  ['shadows', -100, 100, 1],
  ['sharpness', 0, 100, 1],
] as const)('the slider %s ranges from %d to %d in steps of %d', (name, min, max, step) => {
  expect(tuneFields[name]).toMatchObject({ min, max, step })
})

it.each([
  ['foreground size', subjectFields.foregroundSize, 100, 10, 200],
  ['foreground position across', subjectFields.foregroundPosition.fields.x, 0, -100, 100],
  ['foreground position down', subjectFields.foregroundPosition.fields.y, 0, -100, 100],
  ['clone size', cloneFields.size, 100, 10, 200],
  ['clone position across', cloneFields.position.fields.x, 5, -100, 100],
  ['clone position down', cloneFields.position.fields.y, 0, -100, 100],
  ['clone rotation', cloneFields.rotation, 0, 0, 360],
  ['background opacity', colorBackdropFields.opacity, 100, 0, 100],
] as const)('the %s', (_, field, value, min, max) => {
  expect(field).toMatchObject({ default: value, min, max })
})

it('a clone’s position has steps of 0.1, and the clone is unflipped by default', () => {
  expect(cloneFields.position.fields.x.step).toBe(0.1)
  expect(cloneFields.position.fields.y.step).toBe(0.1)
  const { horizontal, vertical } = cloneFields.flip.fields
  expect([horizontal.default, vertical.default]).toEqual([false, false])
})

it('the cutout is off by default, 10 wide, white, at full intensity', () => {
  const { enabled, width, color, intensity } = subjectFields.cutout.fields
  expect([enabled.default, width.default, color.default, intensity.default]).toEqual([false, 10, '#ffffff', 100])
})

it('outline width 1-200, outline intensity 1-100', () => {
  const { width, intensity } = subjectFields.cutout.fields
  expect([width.min, width.max]).toEqual([1, 200])
  expect([intensity.min, intensity.max]).toEqual([1, 100])
})

it("a new text has the specification's values", () => {
  expect(textFields.text.default).toBe('new text')
  expect(textFields.fontFamily.default).toBe('Inter')
  expect(textFields.fontWeight.default).toBe(700)
  expect(textFields.fontSize.default).toBe(600)
  expect(textFields.color.default).toBe('#ffffff')
  expect(textFields.position.fields.horizontal.default).toBe(50)
  expect(textFields.position.fields.vertical.default).toBe(50)
  const { background, glow, gradient, stroke, dropShadow, threeDEffect } = textFields
  for (const effect of [background, glow, gradient, stroke, dropShadow, threeDEffect])
    expect(effect.fields.enabled.default).toBe(false)
})

it('texts have the specified limits', () => {
  const { fontSize, opacity, rotation, position, background, glow, threeDEffect } = textFields
  const range = ({ min, max }: { min: number; max: number }) => [min, max]
  expect(range(fontSize)).toEqual([12, 2000])
  expect(fontSize.hardMin).toBe(8)
  expect(range(opacity)).toEqual([0, 100])
  expect(range(rotation)).toEqual([-180, 180])
  expect(range(position.fields.horizontal)).toEqual([0, 100])
  expect(range(background.fields.width)).toEqual([50, 3000])
  expect(range(background.fields.height)).toEqual([20, 1000])
  expect(range(background.fields.borderRadius)).toEqual([0, 50])
  expect(range(glow.fields.intensity)).toEqual([0, 50])
  const solid = threeDEffect.fields
  expect(range(solid.depth)).toEqual([1, 100])
  expect(range(solid.perspective)).toEqual([100, 2000])
  for (const turn of [solid.rotateX, solid.rotateY, solid.rotateZ]) expect(range(turn)).toEqual([-180, 180])
  expect(range(solid.shadowOpacity)).toEqual([0, 1])
  expect(range(solid.shadowBlur)).toEqual([0, 50])
  for (const offset of [solid.shadowOffsetX, solid.shadowOffsetY]) expect(range(offset)).toEqual([-50, 50])
  expect(range(solid.lightAngle)).toEqual([0, 360])
  expect(range(solid.lightIntensity)).toEqual([0, 2])
})

it('the constants have the specified values', () => {
  expect(RESET_FONT_SIZE).toBe(16)
  expect(READY_MS).toBe(2000)
  expect(GUARD_WAIT_MS).toBe(2000)
  expect(AUTO_START_MS).toBe(1000)
  expect([FREE_IMAGES, TRIAL_DAYS]).toEqual([2, 7])
  expect(DEFAULT_FREE_CREDITS).toBe(2)
  expect(TOLERANCE.fine).toEqual({ select: 10, handle: 12 })
  expect(PRESET_COLORS.map(({ hex }) => hex)).toEqual([
    '#000000',
    '#FFFFFF',
    '#FF0000',
    '#00FF00',
    '#0000FF',
    '#FFA500',
    '#800080',
    '#FFC0CB',
    '#4A90E2',
    '#50E3C2',
    '#F5A623',
    '#D0021B',
  ])
})

it('the plans have the specified prices', () => {
  expect(PLANS.map(({ id, name, price, per, was, badge }) => [id, name, price, per, was, badge])).toEqual([
    ['free-trial', 'Free', '7 days', '', null, null],
    ['monthly', 'Monthly Pro', '$4.99', 'per month', '$7.99', null],
    ['yearly', 'Yearly Pro', '$49.99', 'per year', '$79.99', 'Save 40%'],
  ])
})

it('every plan has the specified contents', () => {
  expect(FEATURES.map((feature) => feature.charAt(0).toLowerCase() + feature.slice(1))).toEqual([
    'unlimited image processing',
    'ultra fast processing',
    'ultra HD (4K) output',
    'background removal',
    'basic editing tools',
    'commercial use',
    '3D text effects',
    'advanced smart features',
    'priority processing',
  ])
})

/** The tabs' names and prompts. `null` = the common prompt, also for later kinds. */
const TAB_WORDS: Readonly<Record<string, readonly [label: string, goesOn: string | null]>> = {
  text: ['Text', ' to add text behind objects'],
  emojis: ['Emojis', ' to add emojis and stickers'],
  'remove-background': ['Remove BG', ' to remove the background'],
  'change-background': ['Change BG', ' to change the background'],
  'tune-image': ['Tune', null],
  'clone-image': ['Clone', ' to use the clone feature.'],
  outline: ['Cutout', null],
  images: ['Image Overlay', null],
  shapes: ['Shapes', ' to add shapes behind objects'],
  draw: ['Draw', ' to use the draw feature'],
}

it('the tabs have the specified names and order', () => {
  const names = Object.fromEntries(TABS.map(({ id, label }) => [id, label]))
  expect(names).toMatchObject(Object.fromEntries(Object.entries(TAB_WORDS).map(([id, [label]]) => [id, label])))
})

it.each(TABS.map((tab) => [tab.label, tab] as const))('the tab %s prompts for a photo', async (_, tab) => {
  const [, goesOn] = TAB_WORDS[tab.id] ?? []
  const session = quietSession()
  const { default: Panel } = await tab.load()
  const html = renderToStaticMarkup(createElement(SessionContext, { value: session }, createElement(Panel)))
  const words = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  expect(words.trim()).toBe(`Please upload an image first${goesOn ?? ''}`)
})

it('the messages have the specified texts', () => {
  expect(STATUS).toEqual({
    analyzing: 'Analyzing your image, please wait...',
    converting: 'Converting your photo to a compatible format...',
    ready: "All set! Let's create something beautiful!",
    removed: 'Background removed!',
    changed: 'Background changed successfully!',
    preparing: 'Preparing your masterpiece...',
    downloaded: 'Download complete!',
  })
  expect(WATERMARK_NOTE).toBe("Watermark is for preview only and won't appear in your downloaded image.")
})

/** Every failure: the situation, its texts, and the test that causes it. */
const SITUATIONS: readonly (readonly [situation: string, texts: readonly string[], file: string, test: string])[] = [
  [
    'image processing failure',
    ['Something went wrong. Please try again.'],
    'client/editor/flows/upload.test.ts',
    'a thrown error is shown in a destructive toast',
  ],
  [
    'HEIC conversion failure',
    ['Error processing image. Please try again.', 'Failed to convert HEIC image'],
    'client/editor/flows/upload.test.ts',
    'Error processing image. Please try again.',
  ],
  [
    'failure to read the chosen file',
    ['Failed to process image. Please try again.'],
    'client/editor/flows/upload.test.ts',
    'Failed to process image. Please try again.',
  ],
  [
    'AI separation failure',
    ['Failed to analyze image. Please try with a different image.'],
    'client/editor/flows/upload.test.ts',
    'a photo whose segmentation fails stays open, and the user can retry',
  ],
  [
    'background change failure',
    ['Failed to change background. Please try again.'],
    'client/editor/flows/background.test.ts',
    'Failed to change background. Please try again.',
  ],
  [
    'font preload failure',
    ['Failed to preload font'],
    'client/layers/text/paint/styledText.gpu.test.ts',
    "falls back, reports once and retries when its font can't be loaded",
  ],
  [
    'drawing text on the canvas fails',
    ['Something went wrong. Please try again.'],
    'client/layers/text/paint/styledText.gpu.test.ts',
    'falls back to plain text and reports once when drawing fails',
  ],
  [
    'download failure',
    [
      'Download failed. Please try again.',
      'No image to download',
      'Failed to get canvas context',
      'Failed to create blob from canvas',
    ],
    'client/editor/flows/download.test.ts',
    'a failed render costs nothing and changes nothing',
  ],
  [
    'subscription management failure',
    ['Failed to open subscription management.', 'Failed to open subscription management. Please try again.'],
    'client/site/account/plan/billing.test.ts',
    'shows %s',
  ],
  [
    'logout failure',
    ['Failed to logout. Please try again.'],
    'client/site/account/state/account.test.ts',
    'the account stays signed in when signing out fails',
  ],
  [
    'missing profile',
    ['Could not fetch user profile'],
    'client/site/account/state/account.test.ts',
    'reports once that the profile could not be loaded',
  ],
  [
    'signed-out upgrade',
    ['Please sign in to continue'],
    'client/site/account/plan/billing.test.ts',
    'asks a visitor to sign in',
  ],
  [
    'invalid upload type',
    ['Please upload a valid image file (JPG, PNG, WEBP, HEIC, or HEIF)'],
    'client/editor/flows/upload.test.ts',
    'Please upload a valid image file (JPG, PNG, WEBP, HEIC, or HEIF)',
  ],
  [
    'overlay background upload failure',
    ['Failed to upload background', 'Please try again with a different image.'],
    'client/editor/flows/overlay.test.ts',
    'an overlay image that cannot be read is reported',
  ],
  [
    'overlay background removal failure',
    ['Background removal failed', 'Something went wrong while processing your image. Please try again.'],
    'client/editor/flows/overlay.test.ts',
    'reports a background that cannot be removed, and allows another attempt',
  ],
  [
    'move to editor failure',
    ['Unable to move to editor', 'Failed to prepare image for editing. Please try again or upload a new image.'],
    'client/editor/flows/overlay.test.ts',
    "an overlay image that can't be added to the canvas is reported",
  ],
  [
    'too many overlay images',
    ['Maximum of 2 images allowed', 'Maximum of 2 background images allowed'],
    'client/editor/flows/overlay.test.ts',
    'accepts two images and refuses a third, beside the button or in a toast when dropped',
  ],
]

const ROOT = join(import.meta.dirname, '..')
const sources = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8'))
    .join('\n')
const said = sources('client') + sources('server/contract')

it.each(SITUATIONS)('%s', (_, texts, file, test) => {
  for (const text of texts) expect(said.includes(`'${text}'`), text).toBe(true)
  expect(readFileSync(join(ROOT, file), 'utf8').includes(test), `${file}: ${test}`).toBe(true)
})

it('the errors have the specified texts', () => {
  expect(IMPORT_ERRORS['unsupported-type']).toEqual({
    as: 'alert',
    text: 'Please upload a valid image file (JPG, PNG, WEBP, HEIC, or HEIF)',
  })
  expect(IMPORT_ERRORS['heic-failed']).toMatchObject({ text: 'Error processing image. Please try again.' })
  expect(IMPORT_ERRORS['decode-failed']).toMatchObject({ text: 'Failed to process image. Please try again.' })
  expect(SEGMENT_ERRORS['model-unavailable']).toMatchObject({
    text: 'Failed to analyze image. Please try with a different image.',
  })
  expect(DOWNLOAD_ERRORS['encode-failed']).toMatchObject({ text: 'Download failed. Please try again.' })
  expect(UNEXPECTED).toEqual({ title: 'Error', description: 'Something went wrong. Please try again.' })
  expect(REPORTS).toEqual({
    'layer-failed': 'Something went wrong. Please try again.',
    'font-failed': 'Failed to preload font',
  })
})

it('a new shape is a filled white square behind the subject, without glow', () => {
  const { type, isFilled, strokeWidth, position, scale, glow } = shapeFields
  // The product's further types follow (docs/decisions, 69).
  expect(type.options.slice(0, 14)).toEqual([
    'square',
    'circle',
    'triangle',
    'reverse-triangle',
    'star',
    'heart',
    'rectangle',
    'line',
    'diamond',
    'pentagon',
    'hexagon',
    'cross',
    'arrow',
    'curved-line',
  ])
  expect([type.default, isFilled.default, strokeWidth.default, scale.default]).toEqual(['square', true, 5, 500])
  expect([position.fields.horizontal.default, position.fields.vertical.default]).toEqual([50, 50])
  expect([glow.fields.enabled.default, glow.fields.color.default, glow.fields.intensity.default]).toEqual([
    false,
    '#ffffff',
    20,
  ])
  expect(kinds.shape.placement).toBe('background')
})

it.each([
  ['size', shapeFields.scale, 1, 2000, 1],
  // the specification's 20 are invisible in large photos (docs/decisions, 69)
  ['stroke width', shapeFields.strokeWidth, 0.1, 200, 0.2],
  ['horizontal position', shapeFields.position.fields.horizontal, 0, 100, 0.1],
  ['vertical position', shapeFields.position.fields.vertical, 0, 100, 0.1],
  ['rotation', shapeFields.rotation, -180, 180, 1],
  ['opacity', shapeFields.opacity, 0, 100, 1],
  ['glow intensity', shapeFields.glow.fields.intensity, 0, 50, 1],
] as const)('the %s of a shape has the specified range', (_, field, min, max, step) => {
  expect(field).toMatchObject({ min, max, step })
})

it('strokes have the specified settings and limits', () => {
  expect(initialDrawUi()).toMatchObject({
    isOn: false,
    tool: 'pencil',
    size: 20,
    color: '#ffffff',
    placement: 'background',
  })
  expect(Object.keys(drawingFields.points.fields)).toEqual(['x', 'y', 'size', 'color'])
  expect(pointFields.size).toMatchObject({ min: 1, max: 500 })
  expect([MIN_GAP, MAX_POINTS, MIN_POINTS]).toEqual([2, 1000, 2])
})

it('a colour is # and 3 or 6 hex digits', () => {
  for (const good of ['#fff', '#FFFFFF', '#4a90E2']) expect(isHex(good), good).toBe(true)
  for (const bad of ['', 'fff', '#ff', '#ffff', '#fffff', '#ggg', '#ffffff0', ' #fff'])
    expect(isHex(bad), bad).toBe(false)
})

it('160 px closed, 484 px open, a sheet of 45 %, mobile below 768 px', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../client', path), 'utf8')
  const length = (name: string) => Number(new RegExp(`--${name}: (\\d+)px`).exec(read('kit/ui/theme/tokens.css'))?.[1])
  expect([length('rail'), length('rail') + length('drawer')]).toEqual([160, 484])
  expect(read('editor/shell/Drawer.module.css')).toContain('max-height: calc(0.45 * var(--visible, 100dvh))')
  expect(NARROW).toBe('(max-width: 767px)')
})

it('the texts about accounts are as specified', () => {
  expect(API_ERRORS).toMatchObject({
    signed_out: 'Please sign in to continue',
    no_profile: 'Could not fetch user profile',
    no_credits: 'No credits • Please upgrade',
    billing_failed: 'Failed to open subscription management. Please try again.',
    internal: 'Something went wrong. Please try again.',
  })
  expect(CONFIRM_HEIC.title).toBe('Convert Image Format')
})

it('the message of a removed background is shown for 1 s', () => {
  expect(REMOVED_MS).toBe(1000)
  expect(BACKGROUND_ERRORS['decode-failed']).toEqual({
    as: 'toast',
    text: 'Failed to change background. Please try again.',
  })
})

it('opacity, size and position of background and subject are as specified', () => {
  expect(colorBackdropFields.opacity).toMatchObject({ default: 100, min: 0, max: 100 })
  const { foregroundSize, foregroundPosition } = subjectPlaceFields
  expect(foregroundSize).toMatchObject({ default: 100, min: 10, max: 200 })
  for (const field of Object.values(foregroundPosition.fields))
    expect(field).toMatchObject({ default: 0, min: -100, max: 100 })
})

it('an overlay image has the specified fields, limits and texts', () => {
  const { position, scale, opacity, rotation, borderRadius } = overlayFields
  expect(MAX_OVERLAYS).toBe(2)
  expect(kinds.overlay.limit).toBe(MAX_OVERLAYS)
  expect(scale).toMatchObject({ default: 50, min: 10, max: 200 })
  for (const field of Object.values(position.fields)) expect(field).toMatchObject({ min: 0, max: 100 })
  expect(rotation).toMatchObject({ min: -180, max: 180 })
  expect(opacity).toMatchObject({ min: 0, max: 100 })
  expect(borderRadius).toMatchObject({ min: 0, max: 100 })
  expect(OVERLAY).toMatchObject({
    tooMany: 'Maximum of 2 images allowed',
    tooManyDropped: 'Maximum of 2 background images allowed',
    notRemoved: {
      title: 'Background removal failed',
      description: 'Something went wrong while processing your image. Please try again.',
    },
    notMoved: {
      title: 'Unable to move to editor',
      description: 'Failed to prepare image for editing. Please try again or upload a new image.',
    },
  })
  expect(OVERLAY_ERRORS['decode-failed']).toEqual({
    as: 'toast',
    text: 'Failed to upload background',
    description: 'Please try again with a different image.',
  })
})

it('an emoji has the specified fields', () => {
  const { scale, opacity, position, rotation, glow } = stickerFields
  expect([stickerFields.type.options, kinds.sticker.placement]).toEqual([['emoji', 'image'], 'foreground'])
  expect([scale.default, IMAGE_SCALE, glow.fields.intensity.default]).toEqual([1.5, 1, 20])
  expect(scale).toMatchObject({ min: 0.1, max: 5 })
  expect(opacity).toMatchObject({ min: 0, max: 100 })
  for (const field of Object.values(position.fields)) expect(field).toMatchObject({ min: 0, max: 100 })
  expect(rotation).toMatchObject({ min: -180, max: 180 })
  expect(glow.fields.intensity).toMatchObject({ min: 0, max: 50 })
})
