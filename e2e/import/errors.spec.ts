/** Tests the messages for files that can't be opened: each names the file, the cause and the next step. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { test } from '../support/editorTest.ts'
import { give } from '../support/gestures.ts'
import { expect, openEditor, openSeparated, sample } from '../support/test.ts'

const FIXTURES = join(import.meta.dirname, '../../client/media/importer/fixtures')
const PNG = readFileSync(sample('chelsea.png'))
const JPEG = readFileSync(join(FIXTURES, 'plain.jpg'))
const HEIC = readFileSync(join(FIXTURES, 'four-corners.heic'))

/** Offset of the checksum of a PNG's first chunk. */
const IHDR_CRC = 30

/** Returns a copy of the file with one changed byte. */
function withChangedByte(file: Buffer, at: number): Buffer {
  const changed = Buffer.from(file)
  changed[at]! ^= 0xff
  return changed
}

/** Returns a PNG that declares a size (px) but has no pixels. */
function pngOfSize(width: number, height: number): Buffer {
  const header = Buffer.from(PNG.subarray(0, 33))
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  const data = deflateSync(Buffer.alloc(1))
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('IDAT'), data, Buffer.alloc(4)])
  chunk.writeUInt32BE(data.length, 0)
  return Buffer.concat([header, chunk, PNG.subarray(PNG.length - 12)])
}

const ANOTHER_FORMAT = 'isn’t in one of these formats. Save it as JPG or PNG, then choose the new file.'
const NO_IMAGE = 'isn’t a JPG, PNG, WEBP or HEIC image. Save it as JPG or PNG, then choose the new file.'
const DAMAGED = 'is empty, damaged or incomplete. Export it again, or choose another file.'
const VALID = 'Please upload a valid image file (JPG, PNG, WEBP, HEIC, or HEIF)'

/** Files by name, with the title of their message and the text after the name. */
const FILES: readonly [name: string, buffer: Buffer, title: string, detail: string][] = [
  ['half.jpg', JPEG.subarray(0, JPEG.length / 2), 'Error', DAMAGED],
  ['crc.png', withChangedByte(PNG, IHDR_CRC), 'Error', DAMAGED],
  ['empty.webp', Buffer.alloc(0), 'Error', DAMAGED],
  ['half.heic', HEIC.subarray(0, HEIC.length / 2), 'Error', DAMAGED],
  ['notes.jpg', Buffer.from('these are notes'), 'Failed to process image. Please try again.', NO_IMAGE],
  ['scan.tiff', Buffer.from('II*\0'), VALID, ANOTHER_FORMAT],
  ['layers.psd', Buffer.from('8BPS\0\x01'), VALID, ANOTHER_FORMAT],
  ['new.avif', Buffer.from('\0\0\0\x20ftypavif\0\0\0\0avifmif1miaf'), VALID, ANOTHER_FORMAT],
  ['letter.pdf', Buffer.from('%PDF-1.7'), VALID, ANOTHER_FORMAT],
  [
    'large.png',
    pngOfSize(20_000, 20_000),
    'This photo is too large',
    'is larger than 50 megapixels or 256 MB. Export it at a smaller size, or choose another photo.',
  ],
]

/** Drops one file on the page. */
const drop = (page: Page, name: string, buffer: Buffer) => give(page, 'drop', { name, type: '', buffer })

test('the error message for a photo names the file, the cause and the next step', async ({ page }) => {
  await openEditor(page)
  for (const [name, buffer, title, detail] of FILES) {
    await drop(page, name, buffer)
    const message = page.getByRole(title === VALID || title.startsWith('This photo') ? 'alertdialog' : 'alert')
    await expect(message, name).toContainText(title)
    await expect(message, name).toContainText(`“${name}” ${detail}`)
    if (detail === DAMAGED) await expect(message, name).not.toContainText('try again')
    await message.getByRole('button', { name: /^(OK|Dismiss)$/ }).click()
    await expect(message).toBeHidden()
  }
})

test('the error messages for a font and a project name the file', async ({ page }) => {
  await openEditor(page)
  for (const [name, detail] of [
    ['brand.ttf', 'isn’t a TTF, OTF or WOFF2 font. Choose another file.'],
    ['poster.midground', 'isn’t a project. Choose a .midground file.'],
  ] as const) {
    await drop(page, name, Buffer.from('something else'))
    const message = page.getByRole('alert').filter({ hasText: `“${name}” ${detail}` })
    await message.getByRole('button', { name: 'Dismiss' }).click()
    await expect(message).toBeHidden()
  }
})

test('the error message about a second damaged photo replaces the first message', async ({ page }) => {
  await openSeparated(page, 'chelsea.png')
  const message = page.getByRole('alert')
  for (const name of ['first.jpg', 'second.jpg']) {
    await drop(page, name, JPEG.subarray(0, JPEG.length / 2))
    await expect(message).toContainText(`“${name}” ${DAMAGED}`)
  }
  await expect(message).not.toContainText('first.jpg')
  await expect(message).toHaveCount(1)
  await drop(page, 'good.png', PNG)
  await expect(message).toBeHidden()
})

test('the error message for a damaged overlay image also names the file', async ({ page }) => {
  await openSeparated(page, 'chelsea.png')
  await page.getByRole('tab', { name: 'Image Overlay', exact: true }).click()
  await page
    .getByRole('tabpanel')
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: withChangedByte(PNG, IHDR_CRC) })
  const message = page.getByRole('alert')
  await expect(message.getByText('Please try again with a different image.', { exact: true })).toBeVisible()
  await expect(message).toContainText(`“logo.png” ${DAMAGED}`)
})
