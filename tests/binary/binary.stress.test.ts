/** Tests the single executable in an empty folder, from sign-up to the end of a trial. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordedPackages } from '../../scripts/licences/recordPackages.ts'
import { Browser } from '../server/helpers/browser.ts'
import { png } from '../server/helpers/png.ts'
import { buildExecutable, emptyFolder, type Running, runExecutable, startExecutable } from './executable.ts'

const PICTURE = png(40, 30)

const folder = emptyFolder()
const data = join(folder, 'data')
let path: string
let server: Running
let anna: Browser
beforeAll(async () => {
  path = await buildExecutable()
  server = await startExecutable(path, folder)
  console.log(`${(statSync(path).size / 1e6).toFixed(1)} MB, first start to first answer ${server.firstAnswerMs} ms`)
  anna = new Browser(server.url)
})
afterAll(() => server.stop())

it('the executable writes to only one folder, which only its user can read', () => {
  expect(readdirSync(folder)).toEqual(['data'])
  expect(statSync(data).mode & 0o777).toBe(0o700)
  const addons = readdirSync(join(data, '.native'))
  expect(addons).toEqual([expect.stringMatching(/^better_sqlite3-[0-9a-f]{16}\.node$/)])
  expect(statSync(join(data, '.native', addons[0]!)).mode & 0o777).toBe(0o500)
})

it('the executable serves the built client unchanged', async () => {
  const page = await (await fetch(`${server.url}/custom-editor`)).text()
  const script = /"(\/assets\/start-[^"]+\.js)"/.exec(page)?.[1] ?? ''
  const headers = { 'accept-encoding': 'br' }
  const answer = await fetch(`${server.url}${script}`, { headers })
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br'])
  const client = join(path, '..', path.endsWith('-test') ? 'client-test' : 'client')
  expect(Buffer.from(await answer.arrayBuffer()).equals(readFileSync(join(client, script)))).toBe(true)

  const files = readdirSync(client, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const served = files.map((entry) => join(entry.parentPath, entry.name)).filter((file) => !/\.(br|gz)$/.test(file))
  const heaviest = served.map((file) => ({ file, size: statSync(file).size })).sort((a, b) => b.size - a.size)[0]!
  const model = await fetch(`${server.url}${heaviest.file.slice(client.length)}`, { headers })
  expect(Buffer.from(await model.arrayBuffer()).equals(readFileSync(heaviest.file))).toBe(true)
  for (const file of served.filter((name) => name.includes('/fonts/')).slice(0, 20))
    expect((await fetch(`${server.url}${file.slice(client.length)}`)).status).toBe(200)
})

it('the executable serves the licenses of Node.js and of all packages inside', async () => {
  const read = async (path: string) => (await fetch(`${server.url}${path}`)).text()
  expect(await read('/node-licence.txt')).toContain('Copyright Node.js contributors')
  const notices = await read('/third-party-notices.txt')
  const packages = recordedPackages('executable')
  expect(packages).toContain('node_modules/better-sqlite3')
  for (const name of packages)
    expect(notices).toMatch(new RegExp(`^${name.split('node_modules/').at(-1)} [\\d.]+`, 'm'))
})

it('a user goes through a whole trial on a server that runs the executable', async () => {
  await anna.signUp()
  const { prices } = await anna.get<{ prices: { yearly: string } }>('/api/config')
  const checkout = await anna.ask<{ url: string }>('/api/checkout', { priceId: prices.yearly })
  const done = await anna.submit(checkout.url, '', { card: 'pays', delay: '0' })
  expect(done.headers.get('location')).toBe(`${server.url}/custom-editor?from=payment`)

  const profile = await anna.ask<Profile>('/api/billing/sync')
  expect([profile.paid, profile.subscription_id?.startsWith('trial_')]).toEqual([true, true])
  const daysLeft = (Date.parse(profile.expires_at ?? '') - Date.now()) / 86_400_000
  expect(Math.round(daysLeft * 10) / 10).toBe(7)
  expect(await anna.get('/api/access')).toMatchObject({ allowed: true, reason: 'paid' })

  const key = { 'idempotency-key': 'one-export' }
  expect(await anna.ask('/api/usage/image', { kind: 'image' }, key)).toEqual({ images_generated: 1 })
  expect(await anna.ask('/api/downloads', undefined, key)).toMatchObject({ charged: 0, download_credits: 2 })
  const stores = { method: 'POST', body: picture(profile.id) }
  expect((await anna.send('/api/save-trial-image', stores)).status).toBe(201)
  const stored = readdirSync(join(data, 'trial-images'), { recursive: true, withFileTypes: true })
  const [image] = stored.filter((entry) => entry.isFile())
  expect(readFileSync(join(image!.parentPath, image!.name)).equals(PICTURE)).toBe(true)

  const portal = await anna.ask<{ url: string }>('/api/manage-subscription', { userId: profile.id })
  await anna.submit(portal.url, '/cancel', {})
  expect(await anna.ask<Profile>('/api/billing/sync')).toMatchObject({ paid: true })
  await anna.submit(portal.url, '/skip', { days: '8' })
  expect(await anna.get('/api/access')).toMatchObject({
    reason: 'credits',
    profile: { paid: false, download_credits: 2 },
  })
})

it("the operator's commands work while the server runs", async () => {
  expect(await runExecutable(path, folder, 'user', 'list')).toContain('anna@example.org  Free Plan')
  expect(await runExecutable(path, folder, 'stats')).toMatch(/Downloads +1\nTrial images +1/)
  await runExecutable(path, folder, 'backup', 'copy.db')
  expect(await runExecutable(path, folder, 'grant-pro', 'anna@example.org', '30')).toContain('is Pro until')
})

it('midground init writes a systemd unit that starts this executable', async () => {
  const [settings, unit] = [join(emptyFolder(), 'a.env'), join(emptyFolder(), 'a.service')]
  const answers = ['PUBLIC_ORIGIN=https://photos.example.org', 'BILLING=off']
  await runExecutable(path, folder, 'init', '--settings', settings, '--unit', unit, ...answers)
  expect(readFileSync(settings, 'utf8')).toContain('\nPUBLIC_ORIGIN=https://photos.example.org\n')
  expect(readFileSync(unit, 'utf8')).toContain(`\nExecStart=${path}\nUser=midground\n`)
})

it('the executable unpacks its files once and repairs a changed file', async () => {
  const [addon] = readdirSync(join(data, '.native')).map((name) => statSync(join(data, '.native', name)))
  expect(await server.stop()).toBe(0)
  expect(await runExecutable(path, folder, 'restore', 'copy.db')).toContain('Restored copy.db.')
  server = await startExecutable(path, folder)
  console.log(`second start to first answer ${server.firstAnswerMs} ms`)
  const [again] = readdirSync(join(data, '.native')).map((name) => statSync(join(data, '.native', name)))
  expect([again?.ino, again?.mtimeMs]).toEqual([addon?.ino, addon?.mtimeMs])
  expect(await runExecutable(path, folder, 'user', 'list')).toContain('anna@example.org  Free Plan')
})

interface Profile {
  readonly id: string
  readonly paid: boolean
  readonly expires_at: string | null
  readonly subscription_id: string | null
}

function picture(userId: string): FormData {
  const form = new FormData()
  form.append('image', new Blob([PICTURE as Uint8Array<ArrayBuffer>], { type: 'image/png' }), 'image.png')
  form.append('userId', userId)
  form.append('editorType', 'custom_editor')
  form.append('imageName', 'photo.png')
  return form
}
