import { expect, it } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { exportFields } from '#client/media/exporter/exportSettings.ts'
import { colorBackdrop, imageBackdrop } from '#client/model/document/backdrop.ts'
import type { Crop } from '#client/model/document/crop.ts'
import { layerOfKind } from '#client/model/document/document.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { enlargementText } from './exportTexts.ts'

const settings = defaults(exportFields)

it.each([
  [
    'a story of 1080 × 1920 px',
    { ...settings, size: '1080x1920' as const },
    'The photo is enlarged 3.8×, so it may look blurry.',
  ],
  ['the double size', { ...settings, size: 'double' as const }, 'The photo is enlarged 2×, so it may look blurry.'],
  ['the original size', settings, null],
])('the warning about an enlarged photo for %s', (_, chosen, text) => {
  const session = separatedSession() // the photo is 1000 × 500 px
  session.doc.crop = { x: 300, y: 0, width: 281.25, height: 500, format: '9:16' } as Crop
  expect(enlargementText(chosen, snapshotOf(session))).toBe(text)
})

it.each([
  ['that is larger than the photo but fits it in at less than 1.5 times its size', { width: 1400, height: 1000 }, null],
  ['whose file shows the photo at twice its size', { width: 2000, height: 1000 }, 2],
])('the warning about an enlarged subject over a background image %s', (_, size, times) => {
  const session = separatedSession() // the photo is 1000 × 500 px
  session.doc.backdrop = imageBackdrop({ ...size, asset: 'i' as AssetId, hasAlpha: false })
  const text = enlargementText(settings, snapshotOf(session))
  expect(text).toBe(times && `The photo is enlarged ${times}×, so it may look blurry.`)
})

it('an enlarged subject over a color is as blurry as an enlarged photo', () => {
  const session = separatedSession()
  session.doc.backdrop = colorBackdrop()
  Object.assign(layerOfKind(session.doc, 'subject') ?? {}, { foregroundSize: 200 })
  const text = 'The photo is enlarged 2×, so it may look blurry.'
  expect(enlargementText(settings, snapshotOf(session))).toBe(text)
})
