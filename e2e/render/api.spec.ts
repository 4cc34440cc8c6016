/** The server renders what the command line renders: the same photo and design, the same bytes. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { openTab } from '../support/gestures.ts'
import { PROGRAM, startServer } from '../support/server.ts'
import { test as base, expect, openEditor, PASSWORD, sample, signUp, uploadAndSeparate } from '../support/test.ts'

const test = base.extend({
  host: [{ start: () => startServer({ RENDER: 'on', BILLING: 'off' }) }, { scope: 'worker' }],
})

const ROOT = join(import.meta.dirname, '../..')

/** The bytes that the command makes of the photo. */
async function commandLine(design: string, photo: string, out: string, args: readonly string[]): Promise<Buffer> {
  const words = ['render', design, photo, '--out', out, ...args]
  const child = spawn(process.execPath, [...PROGRAM, ...words], {
    env: { ...process.env, CLIENT_DIR: join(ROOT, 'build/client-test') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(await new Promise((done) => child.once('close', done))).toBe(0)
  expect(readdirSync(out)).toEqual(['coffee.jpg'])
  return readFileSync(join(out, 'coffee.jpg'))
}

test('renders the bytes of the command line for an API token', async ({ page, server }, info) => {
  test.setTimeout(600_000) // two browsers are started, and each separates the photo
  await signUp(page)
  await openEditor(page)
  await uploadAndSeparate(page, sample('rocket.jpg'))
  await openTab(page, 'Text')
  await page.getByRole('button', { name: 'Add Text', exact: true }).click()
  await page.getByRole('textbox', { name: 'Text content' }).fill('Hello {city}')
  await page.keyboard.press('Escape')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save project' }).click(),
  ])
  const design = info.outputPath('design.midground')
  await saved.saveAs(design)

  const headers = { origin: new URL(server.origin).origin, 'sec-fetch-site': 'same-origin' }
  const data = { name: 'shop', password: PASSWORD }
  const created = await page.request.post('/api/account/api-tokens', { headers, data })
  const { token } = (await created.json()) as { token: string }
  const render = async (fields: Record<string, string | Blob>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const answer = await fetch(`${server.origin}/api/render`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const file = (path: string, name: string) => new File([readFileSync(path)], name)
  const photo = () => file(sample('coffee.png'), 'coffee.png')

  const fields = {
    photo: photo(),
    design: file(design, 'design.midground'),
    set: 'text1=Tschüß {photo}',
    size: '300x400',
  }
  const rendered = await render({ ...fields, format: 'jpeg' })
  const args = ['--set', 'text1=Tschüß {photo}', '--size', '300x400', '--format', 'jpeg']
  const wanted = await commandLine(design, sample('coffee.png'), info.outputPath('out'), args)
  expect([rendered.status, rendered.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(Buffer.compare(rendered.bytes, wanted)).toBe(0)

  const ours = await render({ photo: photo(), design: 'quote', set: 'text1=Slow is smooth' })
  await info.attach('quote', { body: ours.bytes, contentType: 'image/png' })
  expect([ours.status, PNG.sync.read(ours.bytes).width > 0]).toEqual([200, true])

  const codeOf = ({ status, bytes }: { status: number; bytes: Buffer }) => [
    status,
    (JSON.parse(bytes.toString()) as { error: { code: string } }).error.code,
  ]
  const broken = new File([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(300, 7)], 'broken.jpg')
  expect(codeOf(await render({ photo: broken, design: 'quote' }))).toEqual([422, 'decode_failed'])
  expect(codeOf(await render({ photo: new File(['text'], 'notes.txt'), design: 'quote' }))).toEqual([
    415,
    'unsupported_type',
  ])
  expect(codeOf(await render({ photo: photo(), design: 'nothing' }))).toEqual([422, 'design_unknown'])
  expect(codeOf(await render({ photo: photo(), design: new File(['no design'], 'x') }))).toEqual([
    422,
    'design_not_a_project',
  ])
  const rendering = join(server.dataDir, 'rendering')
  const requests = () => readdirSync(rendering).filter((name) => name.startsWith('request-'))
  await expect.poll(requests).toEqual([])
})
