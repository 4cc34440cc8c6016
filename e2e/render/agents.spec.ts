/** Tests `midground mcp` as a real process, with the client of the protocol's SDK. */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { PNG } from 'pngjs'
import { PROGRAM } from '../support/server.ts'
import { expect, sample, test } from '../support/test.ts'

const ROOT = join(import.meta.dirname, '../..')
const DOCS = join(ROOT, 'docs')

interface Report {
  width: number
  subject: string
  box: { x: number; width: number }
  freeAreas: { x: number; y: number; width: number; height: number }[]
  texts: { text: string; hidden: number; outside: number; contrast: number; advice: string[] }[]
  templates: { id: string; texts: string[] }[]
}

/** Starts `midground mcp` with a new folder of two sample photos as its root. */
async function startAgent() {
  const root = mkdtempSync(join(tmpdir(), 'agent-'))
  const temporary = mkdtempSync(join(tmpdir(), 'a-'))
  for (const name of ['astronaut.png', 'rocket.jpg']) copyFileSync(sample(name), join(root, name))
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...PROGRAM, 'mcp', '--root', root],
    env: { ...(process.env as Record<string, string>), CLIENT_DIR: join(ROOT, 'build/client-test'), TMPDIR: temporary },
    stderr: 'ignore',
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  const call = async (name: string, args: object, signal?: AbortSignal) => {
    const options = { timeout: 600_000, ...(signal && { signal }) }
    const result = await client.callTool({ name, arguments: { ...args } }, undefined, options)
    const [text, image] = result.content as { text?: string; data?: string }[]
    const report = (result.structuredContent ?? {}) as unknown as Report
    return { isError: result.isError === true, text: text?.text ?? '', report, preview: image?.data ?? '' }
  }
  return { root, temporary, transport, client, call }
}

/** One agent for all tests except the last. The agent's browser caches the subjects of photos, which saves time. */
let agent: Awaited<ReturnType<typeof startAgent>>

test.describe.configure({ mode: 'default', timeout: 1_200_000 }) // starts a browser and segments photos
test.beforeAll(async () => {
  agent = await startAgent()
})
test.afterAll(() => agent.client.close())

test('an agent that knows only the tool descriptions can put text behind a person', async () => {
  const { root, client, call } = agent
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'list_templates',
    'list_fonts',
    'describe_photo',
    'make_image',
    'remove_background',
    'erase_object',
  ])
  const { report } = await call('describe_photo', { photo: 'astronaut.png', frame: '16:9' })
  expect(report.width).toBe(512)
  const middle = (report.box.x + report.box.width / 2) / 100
  const layer = { kind: 'text', text: 'WOW', fontFamily: 'Anton', color: '#ffffff', placement: 'background' }
  const request = (out: string, area: number[]) => ({
    photo: 'astronaut.png',
    out,
    width: 1280,
    height: 720,
    image: { frame: '16:9', tune: { background: { brightness: 40 } }, layers: [{ ...layer, area }] },
  })
  const hidden = await call('make_image', request('hidden.png', [middle - 0.1, 0.55, 0.2, 0.3]))
  expect(hidden.report.texts[0]).toMatchObject({ text: 'WOW', outside: 0 })
  expect(hidden.report.texts[0]?.hidden).toBeGreaterThan(0.8)
  expect(hidden.report.texts[0]?.advice[0]).toContain('The subject hides')
  const [free] = report.freeAreas
  if (!free) throw new Error('there is no free area')
  const area = [free.x, free.y, free.width, free.height].map((percent) => percent / 100)
  const repaired = await call('make_image', request('repaired.png', area))
  expect(repaired.report.texts[0]?.advice).toEqual([])
  const { width, height } = PNG.sync.read(readFileSync(join(root, 'repaired.png')))
  expect([width, height]).toEqual([1280, 720])
})

test('make_image creates an image from each example in the documentation for agents', async ({ page }) => {
  const { call } = agent
  const examples = [...readFileSync(join(DOCS, 'agents.md'), 'utf8').matchAll(/```json\n([^`]+)```/g)]
  expect(examples).toHaveLength(5)
  for (const [i, [, json = '']] of examples.entries()) {
    const { isError, text, report, preview } = await call('make_image', JSON.parse(json))
    expect(isError, text).toBe(false)
    expect(report.texts.flatMap(({ advice }) => advice)).toEqual([])
    const file = join(DOCS, `agents/${i + 1}.jpg`)
    if (process.env.UPDATE_DOCS) writeFileSync(file, Buffer.from(preview, 'base64'))
    const difference = await page.evaluate(meanDifference, [preview, readFileSync(file).toString('base64')] as const)
    expect(difference, file).toBeLessThan(2)
  }
})

/** Returns the mean difference per channel of two JPEG files (base64), 0..255. */
async function meanDifference(files: readonly [string, string]): Promise<number> {
  const read = async (base64: string) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${base64}`)).blob())
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    return context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray()
  }
  const [a, b] = [await read(files[0]), await read(files[1])]
  if (a.length !== b.length) return 255
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length
}

test("a tool call with hostile arguments fails with an error message and doesn't write a file", async () => {
  const { root, call } = agent
  symlinkSync('/etc/passwd', join(root, 'link.png'))
  symlinkSync(tmpdir(), join(root, 'away'))
  const before = readdirSync(root)
  const photo = 'rocket.jpg'
  const layers = Array.from({ length: 10_000 }, () => ({ kind: 'text', text: 'x' }))
  for (const [tool, args, message] of [
    ['describe_photo', { photo: '/etc/passwd' }, 'outside of the folders'],
    ['describe_photo', { photo: 'link.png' }, 'outside of the folders'],
    ['make_image', { photo, out: '../x.png', template: 'poster' }, 'outside of the folders'],
    ['make_image', { photo, out: 'away/x.png', template: 'poster' }, 'outside of the folders'],
    ['make_image', { photo, out: photo, template: 'poster' }, 'exists'],
    ['make_image', { photo, out: 'x.gif', template: 'poster' }, 'ends in .png, .jpg or .webp'],
    ['make_image', { photo, out: 'a\nb.png', template: 'poster' }, 'contains a control character'],
    ['describe_photo', { photo: '/etc/nothing-here' }, 'outside of the folders'],
    ['make_image', { photo, out: 'x.png', template: '/etc/passwd' }, 'outside of the folders'],
    [
      'make_image',
      { photo, out: 'x.png', template: 'constructor' },
      'There is no template "constructor". Templates: poster',
    ],
    ['make_image', { photo, out: 'x.png', image: { layers } }, 'a list of at most 100 objects'],
    ['make_image', { photo, out: 'x.png' }, 'exactly one of template, design and image'],
    ['make_image', { photo, out: 'x.png', template: 'poster', width: 100 }, 'height is missing'],
    ['__proto__', { photo }, 'There is no tool'],
  ] as const) {
    const { isError, text } = await call(tool, args)
    expect([isError, text]).toEqual([true, expect.stringContaining(message)])
  }
  expect(readdirSync(root)).toEqual(before)
  const odd = { kind: 'text', text: 'a\u0000\u001b[31m\u202e\n\ud800b', area: [0.1, 0.1, 0.8, 0.2] }
  const { isError, text } = await call('make_image', { photo, out: 'odd.png', image: { layers: [odd] } })
  expect(isError, text).toBe(false)
})

test('four simultaneous calls report progress and never overwrite a file', async () => {
  const { root, client, call } = agent
  const states: string[] = []
  const options = { timeout: 600_000, onprogress: ({ message = '' }) => states.push(message) }
  const cut = (photo: string, out: string) =>
    client.callTool({ name: 'remove_background', arguments: { photo, out } }, undefined, options)
  const outs = [
    ['astronaut.png', 'first.png'],
    ['astronaut.png', 'second.png'],
    ['rocket.jpg', 'third.png'],
    ['rocket.jpg', 'fourth.png'],
  ] as const
  const running = outs.map(([photo, out]) => cut(photo, out))
  const twice = await call('remove_background', { photo: 'astronaut.png', out: 'first.png' })
  expect([twice.isError, twice.text]).toEqual([true, expect.stringContaining('first.png exists')])
  writeFileSync(join(root, 'fourth.png'), 'of another program')
  const answers = await Promise.all(running)
  expect(answers.map(({ isError = false }) => isError)).toEqual([false, false, false, true])
  expect(JSON.stringify(answers[3]?.content)).toContain('was created by another program')
  expect(readFileSync(join(root, 'fourth.png'), 'utf8')).toBe('of another program')
  expect(states).toContain('Painting the image')
  expect(states.some((state) => /^Waiting for \d earlier calls?$/.test(state))).toBe(true)
})

test('a canceled tool call does not write a file', async () => {
  const { root, temporary, transport, client, call } = await startAgent()
  const cancelled = new AbortController()
  const running = call('erase_object', { photo: 'astronaut.png', out: 'a.png', x: 50, y: 50 }, cancelled.signal)
  await expect.poll(() => readdirSync(temporary).length, { timeout: 60_000 }).toBeGreaterThan(0)
  cancelled.abort()
  await expect(running).rejects.toThrow()
  const removed = await call('remove_background', { photo: 'astronaut.png', out: 'b.png' })
  expect(removed.isError, removed.text).toBe(false)
  expect(readdirSync(root)).toEqual(['astronaut.png', 'b.png', 'rocket.jpg'])
  const { pid } = transport
  process.kill(pid ?? 0, 'SIGTERM')
  await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 10_000 }).toBe(false)
  expect(readdirSync(temporary)).toEqual([])
  await client.close()
})
