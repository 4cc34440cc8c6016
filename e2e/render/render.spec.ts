/** Tests that the command line renders the same bytes as the editor for the same photo and template. */
import { once } from 'node:events'
import { copyFileSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { textTemplate } from '../../tests/helpers/textTemplate.ts'
import { downloadBy, runFromMenu, writeText } from '../support/gestures.ts'
import { download, expect, openEditor, refined, SEPARATING, sample, test, uploadAndSeparate } from '../support/test.ts'
import { render, start } from './render.ts'

/** Selects the text layer and changes its text. Returns the exported image. */
async function exportText(page: Page, text: string) {
  await page.keyboard.press('PageUp')
  await page.getByRole('textbox', { name: 'Text content' }).fill(text)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  return download(page)
}

/** Copies the design link of the open project. */
async function copyDesignLink(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read'])
  await runFromMenu(page, 'Menu', 'Copy design link')
  await expect(page.getByText('Design link copied')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Writes a photo, four files that can't be rendered, and a table with a row for each. Returns the table's path. */
function writePhotos(folder: string): string {
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'broken.jpg'),
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(300, 7)]),
  )
  writeFileSync(join(folder, 'empty.png'), '')
  writeFileSync(join(folder, 'notes.txt'), 'no picture')
  copyFileSync(sample('chelsea.png'), join(folder, 'Käte.png'))
  const table = join(folder, 'data.csv')
  const failing = ['broken.jpg', 'empty.png', 'notes.txt', 'missing.png'].map((photo) => `${photo},\n`)
  writeFileSync(table, ['photo,city\n', ...failing, 'Käte.png,{city}\n'].join(''))
  return table
}

test.describe('rendering with a segmentation network', () => {
  test.use(SEPARATING)

  // One test for both, because the networks need half a minute to analyze the photo in the editor.
  test('midground render writes the same bytes as the editor from a template and a design', async ({ page }, info) => {
    test.setTimeout(900_000) // the commands start browsers and segment each photo
    await openEditor(page)
    await uploadAndSeparate(page, sample('chelsea.png'))
    await refined(page)
    await writeText(page, 'WOVEN')
    await page.keyboard.press('Escape')

    await test.step('midground render --design writes the same bytes as the editor', async () => {
      const exported = await download(page)
      const out = info.outputPath('of-design')
      const { code, stderr } = await render([
        '--design',
        await copyDesignLink(page),
        sample('chelsea.png'),
        '--out',
        out,
      ])
      expect(code, stderr).toBe(0)
      const [name = ''] = readdirSync(out)
      expect(Buffer.compare(readFileSync(join(out, name)), exported.bytes)).toBe(0)
    })

    await test.step('midground render writes the same bytes as the editor', async () => {
      const exported = await exportText(page, 'Hello {city}')
      const saved = await downloadBy(page, () => page.getByRole('button', { name: 'Save project' }).click())
      const template = info.outputPath('template.midground')
      await saved.saveAs(template)
      const table = writePhotos(info.outputPath('photos'))
      const out = info.outputPath('out')
      mkdirSync(out)
      writeFileSync(join(out, '5 Käte.png'), 'an older picture')

      const options = ['--csv', table, '--name', '{n} {photo}', '--set', 'what=x', '--jobs', '2']
      const { code, stderr, reports } = await render([template, '--out', out, '--json', ...options])
      expect(code, stderr).toBe(1)
      const outcomes = reports.map(({ error }) => error ?? 'done')
      expect(outcomes.sort()).toEqual(['decode-failed', 'decode-failed', 'done', 'unreadable', 'unsupported-type'])
      expect(readdirSync(out)).toEqual(['5 Käte.png'])
      expect(Buffer.compare(readFileSync(join(out, '5 Käte.png')), exported.bytes)).toBe(0)
      const done = reports.find(({ error }) => error === undefined)
      expect(done).toMatchObject({ subject: 'unsure', message: 'The template has no text named what.' })
    })
  })
})

test("midground render prints the reason when it can't start", async ({ browserName: _ }, info) => {
  const template = info.outputPath('template.midground')
  writeFileSync(template, 'no template')
  const out = info.outputPath('out')
  const nowhere = await render([template, sample('chelsea.png'), '--out', out], { CHROMIUM_PATH: '/nowhere/chromium' })
  expect([nowhere.code, nowhere.stderr.trim()]).toEqual([1, 'CHROMIUM_PATH names no program: /nowhere/chromium'])
  const damaged = await render([template, sample('chelsea.png'), sample('coffee.png'), '--out', out])
  expect([damaged.code, damaged.stderr.trim()]).toEqual([1, 'The template isn’t a Midground file.'])
  writeFileSync(template, await textTemplate())
  const missing = await render([template, 'missing.png', '--out', out])
  expect([missing.code, missing.stderr.trim()]).toEqual([1, 'missing.png: no such file.'])
  const wrong = await render([template, '--out', out])
  expect([wrong.code, wrong.stderr.trim().split('\n').at(-1)]).toEqual([2, 'Missing photo. Pass at least 1 photo.'])
})

test('midground render ends and removes its browser profile if nobody reads its output', async ({
  browserName: _,
}, info) => {
  const template = info.outputPath('template.midground')
  writeFileSync(template, await textTemplate())
  const temporary = mkdtempSync(join(tmpdir(), 'render-'))
  const photos = Array<string>(3).fill(info.outputPath('missing.png'))
  const left = start([template, ...photos, '--out', info.outputPath('out'), '--json'], { TMPDIR: temporary })
  let errors = ''
  left.stderr.on('data', (chunk) => (errors += chunk))
  left.stdout.destroy()
  expect((await once(left, 'close'))[0]).toBe(1)
  expect([errors, readdirSync(temporary)]).toEqual(['', []])
})

test('a killed or interrupted midground render does not leave a partial file', async ({ browserName: _ }, info) => {
  test.setTimeout(600_000) // the command starts a browser and segments each photo
  const template = info.outputPath('template.midground')
  writeFileSync(template, await textTemplate())
  const photos = Array<string>(6).fill(sample('rocket.jpg'))
  // a short path, because a socket's path has at most 108 bytes
  const temporary = mkdtempSync(join(tmpdir(), 'render-'))
  const renderInto = (out: string, inputs: readonly string[]) =>
    start([template, ...inputs, '--out', out, '--json', '--size', '320x200'], { TMPDIR: temporary })
  const expectWholePictures = (out: string) => {
    for (const name of readdirSync(out).filter((name) => name.endsWith('.png'))) {
      const { width, height } = PNG.sync.read(readFileSync(join(out, name)))
      expect([width, height], name).toEqual([320, 200])
    }
  }

  const out = info.outputPath('out')
  const killed = renderInto(out, photos)
  await once(killed.stdout, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'close')
  expect(readdirSync(out).filter((name) => name.endsWith('.png'))).not.toEqual([])
  expectWholePictures(out)
  const [left = ''] = readdirSync(temporary)
  await expect
    .poll(() => lstatSync(join(temporary, left, 'SingletonLock'), { throwIfNoEntry: false }), 'the browser is closed')
    .toBeUndefined()

  // The missing photo is reported immediately. The test interrupts the command while it segments the next photo.
  const interrupted = renderInto(out, [info.outputPath('missing.png'), ...photos])
  const code = once(interrupted, 'close')
  await expect
    .poll(() => readdirSync(temporary).map((name) => name === left), 'only the profile of the next browser exists')
    .toEqual([false])
  await once(interrupted.stdout, 'data')
  interrupted.kill('SIGINT')
  expect((await code)[0]).toBe(130)
  expect(readdirSync(temporary)).toEqual([])
  expect(readdirSync(out).filter((name) => !name.endsWith('.png'))).toEqual([])
  expectWholePictures(out)
})
