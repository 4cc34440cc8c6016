/** Tests the main workflow: a real photo, text behind its subject, a full-resolution PNG, and no upload. */
import { readFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { complaintsOf } from '../support/complaints.ts'
import { test } from '../support/editorTest.ts'
import { centerText, layersOf, listen, writeText } from '../support/gestures.ts'
import { eroded } from '../support/pixels.ts'
import {
  download,
  expect,
  openEditor,
  openSeparated,
  test as ownPage,
  refined,
  SEPARATING,
  sample,
  uploadAndSeparate,
} from '../support/test.ts'

ownPage.describe('with the real segmentation', () => {
  ownPage.use(SEPARATING)

  ownPage('HELLO behind the astronaut is exported pixel for pixel', async ({ page, server }) => {
    const requests: { url: string; body: Buffer | null }[] = []
    page.on('request', (request) => requests.push({ url: request.url(), body: request.postDataBuffer() }))
    const complaints = await complaintsOf(page)
    await openEditor(page)
    const photo = PNG.sync.read(readFileSync(sample('astronaut.png')))
    const said = await listen(page)
    await uploadAndSeparate(page, sample('astronaut.png'))
    await said("All set! Let's create something beautiful!")
    await refined(page)

    await writeText(page, 'HELLO')
    await centerText(page)
    await page.getByRole('button', { name: 'Fit', exact: true }).click()
    const [text] = await layersOf(page, 'text')
    expect(text).toMatchObject({
      text: 'HELLO',
      placement: 'background',
      position: { horizontal: 50, vertical: 50 },
      color: '#ffffff',
    })

    const { name, png } = await download(page)
    expect(name).toMatch(/^astronaut_\d{10}\.png$/)
    expect([png.width, png.height]).toEqual([512, 512])

    const matte = await page.evaluate(() => window.midground!.matte()!)
    expect([matte.width, matte.height]).toEqual([512, 512])
    const inside = eroded(matte.coverage, 512, 512, 255, 8)
    let subject = 0
    let white = 0
    let worst = 0
    for (let i = 0; i < 512 * 512; i++) {
      const differences = [0, 1, 2].map((c) => Math.abs(png.data[i * 4 + c]! - photo.data[i * 4 + c]!))
      if (inside[i]) {
        subject++
        worst = Math.max(worst, ...differences)
      } else if (matte.coverage[i] === 0 && Math.max(...differences) > 8) {
        if (png.data[i * 4]! > 250 && png.data[i * 4 + 1]! > 250 && png.data[i * 4 + 2]! > 250) white++
      }
    }
    expect(subject, 'number of subject pixels').toBeGreaterThan(20_000)
    expect(worst, 'largest difference between the subject and the photo').toBeLessThanOrEqual(1)
    expect(white, 'number of text pixels in the background').toBeGreaterThan(2_000)

    // records all requests of the workflow
    const file = readFileSync(sample('astronaut.png'))
    const probe = file.subarray(file.length / 2, file.length / 2 + 64)
    expect(requests.length).toBeGreaterThan(10)
    for (const { url, body } of requests) {
      if (url.startsWith('blob:') || url.startsWith('data:')) continue
      expect(new URL(url).origin).toBe(server.origin)
      expect(body?.includes(probe) ?? false, url).toBe(false)
      expect(body?.length ?? 0, url).toBeLessThan(2000)
    }
    expect(complaints).toEqual([])
  })
})

test('the watermark is visible in the preview, but not in the downloaded image', async ({ page }) => {
  await openSeparated(page, 'chelsea.png')
  const photo = PNG.sync.read(readFileSync(sample('chelsea.png')))
  const { png } = await download(page)
  expect(Buffer.compare(png.data, photo.data)).toBe(0)
  const differing = await page.evaluate(async () => {
    const photo = await window.midground!.renderPreview({ watermark: false })
    // the center of the photo has no watermark
    const stage = await window.midground!.renderPreview({ watermark: true })
    const { region } = photo
    const corner = window.midground!.toCanvas(region)
    const [left, top] = [Math.round(corner.x), Math.round(corner.y)]
    const differs = (x: number, y: number) => {
      const [a, b] = [4 * (y * photo.width + x), 4 * ((top + y) * stage.width + left + x)]
      return [0, 1, 2].some((i) => Math.abs((photo.pixels[a + i] ?? 0) - (stage.pixels[b + i] ?? 0)) > 2)
    }
    /** Returns the number of pixels in a square of the photo that differ in the preview. */
    const inSquare = (fromX: number, fromY: number, side: number) => {
      let count = 0
      for (let y = fromY; y < fromY + side; y++)
        for (let x = fromX; x < fromX + side; x++) count += Number(differs(x, y))
      return count
    }
    const middle = inSquare(Math.round(photo.width / 2) - 25, Math.round(photo.height / 2) - 25, 50)
    return { corner: inSquare(0, 0, 50), middle }
  })
  expect(differing.middle).toBe(0)
  expect(differing.corner).toBeGreaterThan(100)
  const note = page.getByText("Watermark is for preview only and won't appear in your downloaded image.")
  await page.getByRole('application', { name: 'Canvas' }).hover()
  await expect(note, 'the note is visible after the flow messages').toHaveCSS('opacity', '1')
  await page.mouse.down()
  await page.mouse.up()
  await expect(note, 'the note appears once per visit').toHaveCount(0)
})
