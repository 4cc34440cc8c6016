/** Compares the values and text that the product promises, copied letter by letter, with the code. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  BACKGROUND_ERRORS,
  CONFIRM_HEIC,
  DOWNLOAD_ERRORS,
  IMPORT_ERRORS,
  READY_MS,
  REMOVED_MS,
  REPORTS,
  SEGMENT_ERRORS,
  STATUS,
  UNEXPECTED,
  WATERMARK_NOTE,
} from '#client/editor/flows/messages.ts'
import { TOLERANCE } from '#client/editor/tools/targets.ts'
import { features } from '#client/features/registry.ts'
import { PRESET_COLORS } from '#client/kit/ui/controls/ColorChips.tsx'
import { NARROW } from '#client/kit/ui/hooks.ts'
import { cloneFields } from '#client/layers/clone/schema.ts'
import { MIN_GAP, MIN_POINTS } from '#client/layers/drawing/points.ts'
import { drawingFields, MAX_POINTS, pointFields } from '#client/layers/drawing/schema.ts'
import { MAX_OVERLAYS, overlayFields } from '#client/layers/overlay/schema.ts'
import { kinds } from '#client/layers/registry.ts'
import { shapeFields } from '#client/layers/shape/schema.ts'
import { IMAGE_SCALE, stickerFields } from '#client/layers/sticker/schema.ts'
import { RESET_FONT_SIZE, textFields } from '#client/layers/text/schema.ts'
import { colorBackdropFields } from '#client/model/document/backdrop.ts'
import { initialDrawUi } from '#client/model/session/ui/ui.ts'
import { subjectFields } from '#client/render/objects/subjectFields.ts'
import { formatOffer } from '#client/site/account/plan/offer.tsx'
import { API_ERRORS } from '#server/contract/api/errors.ts'
import { GUARD_WAIT_MS } from '#server/contract/pages/guard.ts'
import { DEFAULT_FREE_CREDITS, FREE_IMAGES, TRIAL_DAYS } from '#server/contract/plans/limits.ts'
import { FEATURES, PLANS } from '#server/contract/plans/plans.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'

/** Name, field, and the promised default and limits. */
it.each([
  ['brightness', tuneFields.brightness, { default: 100, min: 0, max: 200, step: 1 }],
  ['contrast', tuneFields.contrast, { default: 100, min: 0, max: 200, step: 1 }],
  ['saturation', tuneFields.saturation, { default: 100, min: 0, max: 200, step: 1 }],
  ['fade', tuneFields.fade, { default: 0, min: 0, max: 100, step: 1 }],
  ['exposure', tuneFields.exposure, { default: 0, min: -100, max: 100, step: 1 }],
  ['highlights', tuneFields.highlights, { default: 0, min: -100, max: 100, step: 1 }],
  ['shadows', tuneFields.shadows, { default: 0, min: -100, max: 100, step: 1 }],
  ['sharpness', tuneFields.sharpness, { default: 0, min: 0, max: 100, step: 1 }],
  ['blur', tuneFields.blur, { default: 0, min: 0, max: 20, step: 0.1 }],
  ['blacks', tuneFields.blacks, { default: 0, min: 0, max: 100, step: 1 }],
  ['subject size', subjectFields.foregroundSize, { default: 100, min: 10, max: 200 }],
  ['subject position across', subjectFields.foregroundPosition.fields.x, { default: 0, min: -100, max: 100 }],
  ['subject position down', subjectFields.foregroundPosition.fields.y, { default: 0, min: -100, max: 100 }],
  ['cutout', subjectFields.cutout.fields.enabled, { default: false }],
  ['cutout width', subjectFields.cutout.fields.width, { default: 10, min: 1, max: 200 }],
  ['cutout color', subjectFields.cutout.fields.color, { default: '#ffffff' }],
  ['cutout intensity', subjectFields.cutout.fields.intensity, { default: 100, min: 1, max: 100 }],
  ['background opacity', colorBackdropFields.opacity, { default: 100, min: 0, max: 100 }],
  ['clone size', cloneFields.size, { default: 100, min: 10, max: 200 }],
  ['clone position across', cloneFields.position.fields.x, { default: 5, min: -100, max: 100, step: 0.1 }],
  ['clone position down', cloneFields.position.fields.y, { default: 0, min: -100, max: 100, step: 0.1 }],
  ['clone rotation', cloneFields.rotation, { default: 0, min: 0, max: 360 }],
  ['clone flip across', cloneFields.flip.fields.horizontal, { default: false }],
  ['clone flip down', cloneFields.flip.fields.vertical, { default: false }],
  ['text', textFields.text, { default: 'new text' }],
  ['text font', textFields.fontFamily, { default: 'Inter' }],
  ['text weight', textFields.fontWeight, { default: 700 }],
  ['text size', textFields.fontSize, { default: 600, min: 12, max: 2000, hardMin: 8 }],
  ['text color', textFields.color, { default: '#ffffff' }],
  ['text opacity', textFields.opacity, { min: 0, max: 100 }],
  ['text rotation', textFields.rotation, { min: -180, max: 180 }],
  ['text position across', textFields.position.fields.horizontal, { default: 50, min: 0, max: 100 }],
  ['text position down', textFields.position.fields.vertical, { default: 50 }],
  ['text box', textFields.background.fields.enabled, { default: false }],
  ['text box width', textFields.background.fields.width, { min: 50, max: 3000 }],
  ['text box height', textFields.background.fields.height, { min: 20, max: 1000 }],
  ['text box corners', textFields.background.fields.borderRadius, { min: 0, max: 50 }],
  ['text glow', textFields.glow.fields.enabled, { default: false }],
  ['text glow intensity', textFields.glow.fields.intensity, { min: 0, max: 50 }],
  ['text gradient', textFields.gradient.fields.enabled, { default: false }],
  ['text stroke', textFields.stroke.fields.enabled, { default: false }],
  ['text shadow', textFields.dropShadow.fields.enabled, { default: false }],
  ['3D', textFields.threeDEffect.fields.enabled, { default: false }],
  ['3D depth', textFields.threeDEffect.fields.depth, { min: 1, max: 100 }],
  ['3D perspective', textFields.threeDEffect.fields.perspective, { min: 100, max: 2000 }],
  ['3D rotation X', textFields.threeDEffect.fields.rotateX, { min: -180, max: 180 }],
  ['3D rotation Y', textFields.threeDEffect.fields.rotateY, { min: -180, max: 180 }],
  ['3D rotation Z', textFields.threeDEffect.fields.rotateZ, { min: -180, max: 180 }],
  ['3D shadow opacity', textFields.threeDEffect.fields.shadowOpacity, { min: 0, max: 1 }],
  ['3D shadow blur', textFields.threeDEffect.fields.shadowBlur, { min: 0, max: 50 }],
  ['3D shadow across', textFields.threeDEffect.fields.shadowOffsetX, { min: -50, max: 50 }],
  ['3D shadow down', textFields.threeDEffect.fields.shadowOffsetY, { min: -50, max: 50 }],
  ['3D light angle', textFields.threeDEffect.fields.lightAngle, { min: 0, max: 360 }],
  ['3D light intensity', textFields.threeDEffect.fields.lightIntensity, { min: 0, max: 2 }],
  ['shape', shapeFields.type, { default: 'square' }],
  ['shape fill', shapeFields.isFilled, { default: true }],
  ['shape size', shapeFields.scale, { default: 500, min: 1, max: 2000, step: 1 }],
  // the maximum exceeds the specification's 20 px, which are too thin in large photos (docs/decisions, 69)
  ['shape stroke width', shapeFields.strokeWidth, { default: 5, min: 0.1, max: 200, step: 0.2 }],
  ['shape position across', shapeFields.position.fields.horizontal, { default: 50, min: 0, max: 100, step: 0.1 }],
  ['shape position down', shapeFields.position.fields.vertical, { default: 50, min: 0, max: 100, step: 0.1 }],
  ['shape rotation', shapeFields.rotation, { min: -180, max: 180, step: 1 }],
  ['shape opacity', shapeFields.opacity, { min: 0, max: 100, step: 1 }],
  ['shape glow', shapeFields.glow.fields.enabled, { default: false }],
  ['shape glow color', shapeFields.glow.fields.color, { default: '#ffffff' }],
  ['shape glow intensity', shapeFields.glow.fields.intensity, { default: 20, min: 0, max: 50, step: 1 }],
  ['stroke width', pointFields.size, { min: 1, max: 500 }],
  ['overlay scale', overlayFields.scale, { default: 50, min: 10, max: 200 }],
  ['overlay position across', overlayFields.position.fields.horizontal, { min: 0, max: 100 }],
  ['overlay position down', overlayFields.position.fields.vertical, { min: 0, max: 100 }],
  ['overlay rotation', overlayFields.rotation, { min: -180, max: 180 }],
  ['overlay opacity', overlayFields.opacity, { min: 0, max: 100 }],
  ['overlay corners', overlayFields.borderRadius, { min: 0, max: 100 }],
  ['emoji scale', stickerFields.scale, { default: 1.5, min: 0.1, max: 5 }],
  ['emoji opacity', stickerFields.opacity, { min: 0, max: 100 }],
  ['emoji position across', stickerFields.position.fields.horizontal, { min: 0, max: 100 }],
  ['emoji position down', stickerFields.position.fields.vertical, { min: 0, max: 100 }],
  ['emoji rotation', stickerFields.rotation, { min: -180, max: 180 }],
  ['emoji glow intensity', stickerFields.glow.fields.intensity, { default: 20, min: 0, max: 50 }],
] as const)('the field %s has the default and the limits of the specification', (_, field, expected) => {
  expect(field).toMatchObject(expected)
})

it("the code's constants have the specification's values", () => {
  expect(RESET_FONT_SIZE).toBe(16)
  expect(READY_MS).toBe(2000)
  expect(GUARD_WAIT_MS).toBe(2000)
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

it('the plans have the prices of the specification', () => {
  const offers = PLANS.map((offer) => formatOffer(offer))
  expect(offers.map(({ name, price, per, was, badge }) => [name, price, per, was, badge])).toEqual([
    ['Free', '7 days', '', null, null],
    ['Monthly Pro', '$4.99', 'per month', '$7.99', null],
    ['Yearly Pro', '$49.99', 'per year', '$79.99', 'Save 40%'],
  ])
})

it('the plans list the features of the specification', () => {
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

/** Names and prompts of the tabs. `null`: the prompt that several tabs share. */
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

it('the tabs have the names and the order of the specification', () => {
  const names = Object.fromEntries(features.panels.tabs.map(({ id, label }) => [id, label]))
  expect(names).toMatchObject(Object.fromEntries(Object.entries(TAB_WORDS).map(([id, [label]]) => [id, label])))
})

it.each(features.panels.tabs.map((tab) => [tab.label, tab] as const))(
  "the tab %s asks for a photo in the specification's words",
  (_, tab) => {
    const [, goesOn] = TAB_WORDS[tab.id] ?? []
    expect(tab.prompt).toBe(`Please upload an image first${goesOn ?? ''}`)
  },
)

it('the messages to the user have the text of the specification', () => {
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

/** By test file: the names of the tests that cause a failure, and the text that the failure shows. */
const FAILURES: Readonly<Record<string, readonly (readonly [test: string, ...texts: string[]])[]>> = {
  'client/editor/flows/upload.test.ts': [
    ['a toast shows an error that the import throws', 'Something went wrong. Please try again.'],
  ],
  'client/editor/flows/uploadErrors.test.ts': [
    [
      'Error processing image. Please try again.',
      'Error processing image. Please try again.',
      'Failed to convert HEIC image',
    ],
    ["'unreadable'", 'Failed to process image. Please try again.'],
    [
      'a photo whose segmentation fails stays open for a retry',
      'Failed to analyze image. Please try with a different image.',
    ],
    [
      'Please upload a valid image file (JPG, PNG, WEBP, HEIC, or HEIF)',
      'Please upload a valid image file (JPG, PNG, WEBP, HEIC, or HEIF)',
    ],
  ],
  'client/features/background/backgrounds.test.ts': [
    ['Failed to change background. Please try again.', 'Failed to change background. Please try again.'],
  ],
  'client/layers/text/paint/styledText.gpu.test.ts': [
    ['a missing font is replaced, reported once and requested again later', 'Failed to preload font'],
    [
      "text whose full style can't be drawn is painted as plain text and reported once",
      'Something went wrong. Please try again.',
    ],
  ],
  'client/editor/flows/download.test.ts': [
    [
      "a failed render doesn't spend a credit or change the document",
      'Download failed. Please try again.',
      'No image to download',
      'Failed to get canvas context',
      'Failed to create blob from canvas',
    ],
  ],
  'client/site/account/plan/billing.test.ts': [
    [
      'shows %s',
      'Failed to open subscription management.',
      'Failed to open subscription management. Please try again.',
    ],
    ['manageSubscription asks a visitor to sign in', 'Please sign in to continue'],
  ],
  'client/site/account/state/account.test.ts': [
    ['if signing out fails, the account stays signed in', 'Failed to logout. Please try again.'],
    ['a failed request for the profile is reported once', 'Could not fetch user profile'],
  ],
  'client/features/overlays/overlays.test.ts': [
    [
      'an unreadable overlay image shows a message',
      'Failed to upload background',
      'Please try again with a different image.',
    ],
    [
      "a message appears if an overlay's background can't be removed",
      'Background removal failed',
      'Something went wrong while processing your image. Please try again.',
    ],
    [
      'moving a missing overlay image to the editor shows an error',
      'Unable to move to editor',
      'Failed to prepare image for editing. Please try again or upload a new image.',
    ],
    ['a third overlay image is rejected', 'Maximum of 2 images allowed', 'Maximum of 2 background images allowed'],
  ],
}

const ROOT = join(import.meta.dirname, '..')
const sources = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8'))
    .join('\n')
const said = sources('client') + sources('server/contract')

it.each(Object.entries(FAILURES))('the code has each error message, and %s has its test', (file, failures) => {
  for (const [test, ...texts] of failures) {
    for (const text of texts) expect(said.includes(`'${text}'`), text).toBe(true)
    expect(readFileSync(join(ROOT, file), 'utf8').includes(test), `${file}: ${test}`).toBe(true)
  }
})

it('the errors have the text of the specification', () => {
  expect(IMPORT_ERRORS['unsupported-type']).toMatchObject({
    as: 'alert',
    text: 'Please upload a valid image file (JPG, PNG, WEBP, HEIC, or HEIF)',
  })
  expect(IMPORT_ERRORS['heic-failed']).toMatchObject({ text: 'Error processing image. Please try again.' })
  expect(IMPORT_ERRORS.unreadable).toMatchObject({ text: 'Failed to process image. Please try again.' })
  expect(IMPORT_ERRORS['wrong-content']).toMatchObject({ text: 'Failed to process image. Please try again.' })
  expect(IMPORT_ERRORS['decode-failed']).toMatchObject({ as: 'toast', text: 'Error' })
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

it('the first 14 shape types are those of the specification', () => {
  // the product has more types than the specification (docs/decisions, 69)
  expect(shapeFields.type.options.slice(0, 14)).toEqual([
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
  expect(kinds.shape.placement).toBe('background')
})

it('pencil strokes start with the settings and limits of the specification', () => {
  expect(initialDrawUi()).toMatchObject({
    isOn: null,
    tool: 'pencil',
    size: 20,
    color: '#ffffff',
    placement: 'background',
  })
  expect(Object.keys(drawingFields.points.fields)).toEqual(['x', 'y', 'size', 'color'])
  expect([MIN_GAP, MAX_POINTS, MIN_POINTS]).toEqual([2, 1000, 2])
})

it('the panel is 324 px wide, and the mobile layout starts below 768 px', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../client', path), 'utf8')
  const length = (name: string) => Number(new RegExp(`--${name}: (\\d+)px`).exec(read('kit/ui/theme/tokens.css'))?.[1])
  expect([length('rail'), length('rail') + length('drawer')]).toEqual([160, 484])
  const [, share] = /max-height: min\(.+, ([\d.]+) \* var\(--visible/.exec(read('editor/shell/Drawer.module.css')) ?? []
  expect(Number(share)).toBeLessThanOrEqual(0.45)
  expect(NARROW).toBe('(max-width: 767px)')
})

it('the errors of accounts have the text of the specification', () => {
  expect(API_ERRORS).toMatchObject({
    signed_out: 'Please sign in to continue',
    no_profile: 'Could not fetch user profile',
    no_credits: 'No credits • Please upgrade',
    billing_failed: 'Failed to open subscription management. Please try again.',
    internal: 'Something went wrong. Please try again.',
  })
  expect(CONFIRM_HEIC.title).toBe('Convert Image Format')
})

it('the message "background removed" is shown for 1 s', () => {
  expect(REMOVED_MS).toBe(1000)
  expect(BACKGROUND_ERRORS['decode-failed']).toMatchObject({
    as: 'toast',
    text: 'Failed to change background. Please try again.',
  })
})

it('at most 2 overlay images are allowed', () => {
  expect(MAX_OVERLAYS).toBe(2)
  expect(kinds.overlay.limit).toBe(MAX_OVERLAYS)
})

it('a new emoji is in front of the subject', () => {
  expect([stickerFields.type.options, kinds.sticker.placement]).toEqual([['emoji', 'image'], 'foreground'])
  expect(IMAGE_SCALE).toBe(1)
})
