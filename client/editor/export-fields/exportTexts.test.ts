import { expect, it } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import { exportFields } from '#client/media/exporter/exportSettings.ts'
import type { Crop } from '#client/model/document/crop.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { enlargementText, planFile } from './exportTexts.ts'

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
  const session = separatedSession() // the photo has 1000 × 500 px
  session.doc.crop = { x: 300, y: 0, width: 281.25, height: 500, format: '9:16' } as Crop
  expect(enlargementText(planFile(chosen, snapshotOf(session)).scale)).toBe(text)
})
