/** Plays the clips of `npm run bench motion` in Chromium, Firefox and WebKitGTK, where these are installed. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ENGINES, engines, isInstalled } from '../../e2e/engines/runner/engines.ts'

const TYPES = { mp4: 'video/mp4', webm: 'video/webm', gif: 'image/gif' }

/**
 * Plays `photo.mp4`, `photo.webm` and `photo.gif` of `folder` in each installed engine. Returns one line per failure:
 * `engine extension: reason`.
 */
export async function playbackFailures(folder: string): Promise<string[]> {
  const server = createServer(({ url = '/' }, response) => {
    const type = TYPES[url.split('.')[1] as keyof typeof TYPES]
    response
      .setHeader('content-type', type ?? 'text/html')
      .end(type ? readFileSync(join(folder, url)) : '<!doctype html>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const failures: string[] = []
  for (const name of ENGINES.filter(isInstalled)) {
    const page = await engines[name].open()
    await page.goto(`${origin}/`)
    for (const [extension, type] of Object.entries(TYPES)) {
      const failure = await page.evaluate(play, `/photo.${extension}`, type.startsWith('video'))
      console.log(`${engines[name].label} ${extension}: ${failure ?? 'plays'}`)
      if (failure) failures.push(`${name} ${extension}: ${failure}`)
    }
    await page.close()
  }
  server.close()
  return failures
}

/** Plays a clip and draws it. Returns the reason of a failure, or null. Runs in the page. */
async function play(url: string, isVideo: boolean): Promise<string | null> {
  const clip = document.createElement(isVideo ? 'video' : 'img')
  try {
    if (clip instanceof HTMLVideoElement) {
      clip.muted = true
      clip.src = url
      await Promise.race([clip.play(), new Promise((_, reject) => setTimeout(reject, 20_000, 'does not start'))])
      for (let tries = 0; tries < 200 && clip.currentTime < 0.5; tries++)
        await new Promise((then) => setTimeout(then, 100))
      if (clip.currentTime < 0.5) return `stops at ${clip.currentTime} s`
    } else {
      clip.src = url
      await clip.decode()
    }
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    context.drawImage(clip, 0, 0, 300, 150)
    const { data } = context.getImageData(0, 0, 300, 150)
    return new Set(data).size > 20 ? null : 'shows an even area'
  } catch (error) {
    return String(error)
  }
}
