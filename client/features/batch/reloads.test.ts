/**
 * Tests a batch in two tabs. At random moments, pages are killed, closed and reloaded, server responses are lost, and
 * exports fail. Every photo must still be rendered, counted, paid and delivered exactly once.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type BatchStore, createMemoryBatchStore } from '#client/editor/storage/batchStore.ts'
import { shortOrLong } from '../../../tests/helpers/longRun.ts'
import { randomFrom } from '../../../tests/helpers/random.ts'
import type { BatchRenderer } from './createBatchRenderer.ts'
import { signatureOf } from './export.ts'
import { BUILT_IN, collector, openBatch, photo, TestRenderer, TestServer } from './testing.ts'

const SEEDS = Array.from({ length: shortOrLong(6, 200) }, (_, i) => i + 1)
const PHOTOS = Array.from({ length: 20 }, (_, i) => `${String(i).padStart(2, '0')}.jpg`)
/** Number of pages that are closed or killed per seed. */
const ENDS = 14
const MAX_PAUSE = 12

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {})) // the test makes exports fail on purpose

const never = new Promise<never>(() => {})
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** State that outlives the pages: the device's storage, the lock and the server. */
class World {
  readonly random: () => number
  readonly device = createMemoryBatchStore()
  readonly server = new TestServer({ credits: 1000, photos: 1000 })
  /** File names of every delivered ZIP. */
  readonly zips: string[][] = []
  private holder: object | null = null
  private readonly waiting: { page: object; give(): void }[] = []

  constructor(seed: number) {
    this.random = randomFrom(seed)
  }

  below(count: number): number {
    return Math.floor(this.random() * count)
  }

  async pause(most = MAX_PAUSE): Promise<void> {
    for (let i = this.below(most); i > 0; i--) await turn()
  }

  take(page: object, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => {
        const index = this.waiting.findIndex((each) => each.page === page)
        if (index >= 0) this.waiting.splice(index, 1)
        reject(signal.reason) // has no effect if the lock was already granted
      })
      const give = () => {
        this.holder = page
        resolve(() => this.release(page))
      }
      this.waiting.push({ page, give })
      if (this.holder === null) this.waiting.shift()?.give()
    })
  }

  /** Releases the locks of a page. Called when the page releases them, and when the page closes, as browsers do. */
  release(page: object): void {
    const index = this.waiting.findIndex((each) => each.page === page)
    if (index >= 0) this.waiting.splice(index, 1)
    if (this.holder !== page) return
    this.holder = null
    this.waiting.shift()?.give()
  }
}

/** A page with an open batch. After `kill`, the page's pending work never settles. */
class TestPage {
  readonly opened: ReturnType<typeof openBatch>
  private readonly world: World
  private isDead = false

  constructor(world: World) {
    this.world = world
    this.opened = openBatch({
      store: this.store(),
      server: this.server(),
      renderer: this.renderer(),
      lock: (_, signal) => world.take(this, signal),
    })
    void this.opened.batch.open()
  }

  kill(): void {
    this.isDead = true
    this.world.release(this)
  }

  async exportAll(failsSometimes: boolean): Promise<void> {
    const { world } = this
    const { delivered, target } = collector({ fails: () => failsSometimes && world.random() < 0.05 })
    await this.opened.batch.exportTo({
      ...target,
      deliver: async (next) => {
        await target.deliver(next)
        await this.step()
        world.zips.push(delivered.map((line) => line.slice(0, 2)))
      },
    })
  }

  /** Advances the world's clock by a step. Never resolves if the page was killed during the step. */
  private async step(): Promise<void> {
    await this.world.pause()
    if (this.isDead) await never
  }

  private store(): BatchStore {
    const { device } = this.world
    return {
      ...device,
      read: async (owner) => {
        await this.step()
        return device.read(owner)
      },
      file: async (name) => {
        await this.step()
        return device.file(name)
      },
      write: async (change) => {
        await this.step()
        const written = await device.write(change)
        await this.step()
        return written
      },
    }
  }

  /** A server that loses some requests or responses. */
  private server(): TestServer {
    const { world } = this
    const real = world.server.account()
    const sent = async <T>(request: () => Promise<T>): Promise<T | 'unclear'> => {
      await this.step()
      if (world.random() < 0.05) return 'unclear'
      const answer = await request()
      await this.step()
      return world.random() < 0.05 ? 'unclear' : answer
    }
    const server = new TestServer()
    server.account = () => ({
      ...real,
      countImage: (key) => sent(() => real.countImage(key)) as Promise<'counted'>,
      spendCredit: (key) => sent(() => real.spendCredit(key)),
    })
    return server
  }

  private renderer(): TestRenderer {
    const renderer = new TestRenderer()
    const slow =
      <A extends unknown[], T>(task: (...args: A) => Promise<T>) =>
      async (...args: A) => {
        await this.step()
        return task.apply(renderer, args)
      }
    const { preview, picture } = renderer as BatchRenderer
    return Object.assign(renderer, { preview: slow(preview), picture: slow(picture) })
  }
}

/** Performs a random user action on the page with the batch. */
function act(page: TestPage, world: World): void {
  const { batch } = page.opened
  if (batch.state.phase !== 'ready') return
  const actions = [
    () => void page.exportAll(true),
    () => void page.exportAll(true),
    () => batch.cancelExport(),
    () => void batch.pause(),
    () => void batch.resume(),
    () => {
      const { items, exporting } = batch.state
      const item = items[world.below(items.length)]
      if (item && !exporting) void batch.retry([item.id])
    },
  ]
  actions[world.below(actions.length)]?.()
}

async function settled(page: TestPage): Promise<void> {
  const { state } = page.opened.batch
  while (state.isRunning || state.exporting !== null) await turn()
}

/** Closes pages at random moments. Returns the last open page. */
async function endPages(first: TestPage, world: World): Promise<TestPage> {
  let page = first
  let other: TestPage | null = null
  for (let ends = 0; ends < ENDS; ) {
    await world.pause(4 * MAX_PAUSE)
    act(page, world)
    if (world.random() < 0.7) continue
    ends++
    if (world.random() < 0.5) page.kill()
    else void page.opened.batch.close()
    // another tab gets the lock, or a new page starts before the old page closes
    page = other ?? new TestPage(world)
    other = world.random() < 0.5 ? new TestPage(world) : null
  }
  other?.kill()
  return page
}

/** Retries failed photos until every photo is delivered, as a user would. */
async function finish(page: TestPage): Promise<void> {
  const { batch } = page.opened
  while (batch.state.phase !== 'ready') await turn()
  const signature = signatureOf(batch.settings())
  for (let tries = 0; tries < 60; tries++) {
    await batch.resume()
    await settled(page)
    if (batch.state.items.every(({ delivered }) => delivered === signature)) return
    await page.exportAll(false)
    await settled(page)
  }
  throw new Error(`some photos are never delivered: ${batch.state.notice}`)
}

describe.each(SEEDS)('seed %d', (seed) => {
  it('despite reloads, the batch exports all 20 photos and charges each photo once per format', async () => {
    const world = new World(seed)
    let page = new TestPage(world)
    while (page.opened.batch.state.phase !== 'ready') await turn()
    await page.opened.batch.chooseTemplate(BUILT_IN, null)
    await page.opened.batch.add(PHOTOS.map((name) => photo(name)))
    for (const [round, format] of (['png', 'jpeg'] as const).entries()) {
      await page.opened.batch.changeSettings({ format })
      world.zips.length = 0
      page = await endPages(page, world)
      await finish(page)
      const { items, record } = page.opened.batch.state
      expect(items.map(({ name, state }) => `${name} ${state}`)).toEqual(PHOTOS.map((name) => `${name} done`))
      expect(record.spareKeys).toEqual([])
      expect(world.server.charged.size).toBe(PHOTOS.length * (round + 1))
      expect(world.server.counted.size).toBeLessThanOrEqual(PHOTOS.length)
      expect(new Set(world.zips.flat())).toEqual(new Set(PHOTOS.map((name) => name.slice(0, 2))))
      for (const zip of world.zips) expect(new Set(zip).size).toBe(zip.length)
    }
  })
})
