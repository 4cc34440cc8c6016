/** Tests the third-party notices. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NOTICES_PATH } from '#server/contract/pages/addresses.ts'
import { recordedPackages } from '../../scripts/licences/recordPackages.ts'
import { expect, test } from '../support/test.ts'

const ROOT = join(import.meta.dirname, '../..')
const CLIENT = join(ROOT, 'build/client-test')

test('the third-party notices contain the license of every package in client and server', async ({ request }) => {
  const answer = await request.get(NOTICES_PATH)
  expect(answer.headers()['content-type']).toMatch(/^text\/plain; charset=utf-8$/i)
  const notices = await answer.text()
  const [client, server] = [recordedPackages('client-test'), recordedPackages('server')]
  expect(client).toEqual(expect.arrayContaining(['react', 'heic2any', '@fontsource-variable/inter'].map(inModules)))
  expect(server).toEqual(expect.arrayContaining(['hono', '@aws-sdk/client-s3'].map(inModules)))
  for (const folder of [...client, ...server]) {
    const { name, version } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'))
    expect.soft(notices, folder).toContain(`\n${name} ${version} (`)
    const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt'].find((each) => existsSync(join(ROOT, folder, each)))
    const text =
      file &&
      readFileSync(join(ROOT, folder, file), 'utf8')
        .replaceAll('\r', '')
        .trim()
    if (text) expect.soft(notices.includes(text), folder).toBe(true)
  }
})

const inModules = (name: string): string => `node_modules/${name}`

test('the server serves each file that the third-party notices name', async ({ request }) => {
  const notices = await (await request.get(NOTICES_PATH)).text()
  const fonts = /(\/fonts\/\w+\/licences\/)NAME\.txt/.exec(notices)?.[1]
  expect((await request.get(`${fonts}abeezee.txt`)).status()).toBe(200)
  const assets = readdirSync(join(CLIENT, 'assets'))
  const decoders = [...notices.matchAll(/assets\/((?:heic|libheif)\w*)-\*\.js/g)].map(([, name]) => name ?? '')
  expect(decoders).toEqual(['heic2any', 'libheif'])
  for (const decoder of decoders)
    expect(
      assets.some((file) => file.startsWith(`${decoder}-`)),
      decoder,
    ).toBe(true)
})
