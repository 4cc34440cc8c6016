import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { IS_LONG, shortOrLong } from '../../tests/helpers/longRun.ts'
import { atRest } from '../support/settled.ts'
import { expect, openEditor, test as ownPage, refined, SEPARATING, sample, upload } from '../support/test.ts'

/**
 * Number of uploads of two alternating photos. Odd with photos of two sizes, which need different numbers of textures.
 */
const UPLOADS = shortOrLong(2, 21)

ownPage.describe('with the real segmentation', () => {
  ownPage.use({ ...SEPARATING, viewport: { width: 1000, height: 460 } })

  ownPage(`${UPLOADS} uploads in a row leak no textures, tensors, object URLs or workers`, async ({ page }) => {
    ownPage.setTimeout(ownPage.info().timeout + 120_000 * UPLOADS)
    await openEditor(page)
    const memory = () => page.evaluate(() => window.midground!.memory())
    const first = readFileSync(sample('chelsea.png'))
    const second = IS_LONG ? readFileSync(sample('rocket.jpg')) : await sharp(first).flop().png().toBuffer()
    const files = [first, second].map((buffer) => ({ name: 'photo.png', mimeType: 'image/png', buffer }))
    const counts: Awaited<ReturnType<typeof memory>>[] = []
    for (let i = 0; i < UPLOADS; i++) {
      const previous = await page.evaluate(() => window.midground!.document().separation?.matte)
      await upload(page, files[i % 2]!)
      await expect
        .poll(() => page.evaluate(() => window.midground!.document().separation?.matte ?? null))
        .not.toBe(previous ?? null)
      await refined(page)
      if (i % 2 === 0 || !IS_LONG) counts.push(await atRest(page, memory))
    }
    console.info(`memory after 1 and after ${UPLOADS} uploads: ${JSON.stringify([counts[0], counts.at(-1)])}`)
    // the networks may have freed tensors since the first photo
    const leaks = Object.entries(counts.at(-1)!).filter(
      ([kind, count]) => count > (counts[0] as Record<string, number>)[kind]!,
    )
    expect(leaks).toEqual([])
  })
})
