/** How a browser of the service begins and ends where its files cannot be made or removed. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BARE_PAGE } from '../../contract/pages.ts'
import { indexFiles } from '../../static/files.ts'
import { ChromiumError, type launchChromium } from '../chromium.ts'
import { startEngine } from './engine.ts'

const CLIENT = [{ path: BARE_PAGE, size: 6, content: Buffer.from('<html>') }]
const busy = () => Promise.reject(new Error('the profile is busy'))
const gone = async () => {}
/** Number of web servers of this process. */
const servers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length

/** Those of other tests, in the same worker. */
let before = 0
beforeEach(() => {
  before = servers()
})
/** Whatever fails, the web server ends. */
afterEach(() => expect.poll(servers).toBeLessThanOrEqual(before))

interface Broken {
  /** Ends the browser and removes its profile. */
  close?(): Promise<void>
  /** Removes a folder of the workplace. */
  remove?(folder: string): Promise<void>
  makeProfile?(): string
  launch?: typeof launchChromium
}

function start({ close = gone, remove = gone, makeProfile = () => '/profile', launch }: Broken = {}) {
  const open = () => Promise.reject(new Error('no page'))
  return startEngine({
    files: indexFiles(CLIENT, 'Midground'),
    env: { CHROMIUM_PATH: process.execPath },
    platform: process.platform,
    isRoot: false,
    workplace: { makeProfile, remove },
    launch: launch ?? (async () => ({ pid: 1, close, open })),
  })
}

it.each([
  ['the browser cannot remove its profile', { close: busy }],
  ['the workplace cannot remove the profile', { remove: busy }],
])('fails when %s', async (_, broken) => {
  const engine = await start(broken)
  await expect(engine.close()).rejects.toThrow('the profile is busy')
})

it('removes the profile from the workplace when the browser cannot', async () => {
  const removed = vi.fn(gone)
  const engine = await start({ close: busy, remove: removed })
  await expect(engine.close()).rejects.toThrow('the profile is busy')
  expect(removed).toHaveBeenCalledWith('/profile')
})

it('fails when no profile can be made', async () => {
  const makeProfile = () => {
    throw new Error('no space left on device')
  }
  await expect(start({ makeProfile })).rejects.toThrow('no space left on device')
})

it('says why the browser did not start, also when its profile cannot be removed', async () => {
  const launch = () => Promise.reject(new ChromiumError('a library is missing'))
  await expect(start({ launch, remove: busy })).rejects.toThrow(new ChromiumError('a library is missing'))
})
