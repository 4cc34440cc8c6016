/** A browser of one account: what it has read of the account's photos and designs never meets those of another one. */
import type { RenderAnswer, RenderJob } from '../../contract/render.ts'
import type { StaticFiles } from '../../static/files.ts'
import { launchChromium } from '../chromium.ts'
import { findChromium } from '../findChromium.ts'
import { serveLoopback } from '../loopback.ts'
import { createTab } from '../tab.ts'
import type { Workplace } from './workplace.ts'

/** One rendering, from files on the disk. */
export interface Order {
  /** Path of the design's file, or the id of one of our designs. */
  readonly design: { readonly file: string } | { readonly ours: string }
  /** Path of the photo. */
  readonly photo: string
  /** Name of the photo, as it was sent. */
  readonly name: string
  readonly settings: RenderJob['settings']
  readonly texts: RenderJob['texts']
  /** Receives the bytes of the finished picture. A rejection fails the rendering. */
  write(bytes: AsyncIterable<Uint8Array>): Promise<void>
}

/** A started browser that renders for one account, one picture at a time. */
export interface Engine {
  /** Renders. Does not reject: failures are in the answer. */
  render(order: Order): Promise<RenderAnswer>
  /** Ends the browser, also in the midst of a rendering, which then fails. May be called twice. */
  close(): Promise<void>
  /** Pid of the browser; for measurements. */
  readonly pid: number
}

/** What starting an engine needs. */
export interface EngineNeeds {
  /** The built client, whose page renders. */
  readonly files: StaticFiles
  /** Environment variables of the browser's process. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** `process.platform`. */
  readonly platform: string
  /** True: the browser is started without its sandbox, which refuses to run as root. */
  readonly isRoot: boolean
  /** Where the browser's profile is made. */
  readonly workplace: Pick<Workplace, 'makeProfile' | 'remove'>
  /** Starts the browser; tests replace it. */
  readonly launch?: typeof launchChromium
}

/**
 * Starts a browser with a profile of its own, and a loopback server that serves the client to it.
 * @throws {NoChromiumError} where none is installed
 * @throws {ChromiumError} where it cannot be started
 */
export async function startEngine(needs: EngineNeeds): Promise<Engine> {
  const { files, env, platform, isRoot, workplace, launch = launchChromium } = needs
  const path = findChromium(env, platform)
  const loopback = await serveLoopback(files)
  let profile: string | null = null
  const free = async () => {
    try {
      if (profile !== null) await workplace.remove(profile)
    } finally {
      await loopback.close()
    }
  }
  try {
    profile = workplace.makeProfile()
    const chromium = await launch(path, { isRoot, env, platform, profile })
    const tab = createTab(chromium, loopback.page)
    return {
      pid: chromium.pid,
      render: ({ design, photo, name, settings, texts, write }) =>
        tab.ask(() => ({
          design: 'ours' in design ? design : { file: loopback.offer(design.file) },
          photo: loopback.offer(photo),
          name,
          settings,
          texts,
          result: loopback.take(write),
        })),
      async close() {
        try {
          await chromium.close()
        } finally {
          await free()
        }
      },
    }
  } catch (error) {
    await free().catch(() => undefined) // the first error says what is wrong
    throw error
  }
}
