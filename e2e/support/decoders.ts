/** Decodes files with decoders independent of the browser: Debian's, based on libjpeg and libwebp. */
import { execFileSync } from 'node:child_process'
import { program } from '../../scripts/setup/browser.mjs'
import type { Picture } from './pixels.ts'

/** Installs the Debian programs that the decoders run. */
export async function installDecoders(): Promise<void> {
  await program('jpegtopnm', 'netpbm')
  await program('dwebp', 'webp')
}

/** Decodes a JPEG with libjpeg (`jpegtopnm`). */
export const decodeJpeg = (file: Buffer): Picture => picture(run('jpegtopnm', ['-quiet'], file))

/** Decodes a WebP with libwebp (`dwebp`). */
export const decodeWebp = (file: Buffer): Picture =>
  picture(run('dwebp', ['-quiet', '-pam', '-o', '-', '--', '-'], file))

const run = (program: string, options: readonly string[], input: Buffer) =>
  execFileSync(program, [...options], { input, maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'inherit'] })

/** Parses PPM or PAM to RGBA. */
function picture(file: Buffer): Picture {
  const text = file.subarray(0, 100).toString('latin1')
  const ppm = /^P6\s+(\d+) (\d+)\s+255\s/.exec(text)
  const pam = /^P7\nWIDTH (\d+)\nHEIGHT (\d+)\nDEPTH 4\n(?:.*\n)*?ENDHDR\n/.exec(text)
  const header = ppm ?? pam
  if (!header) throw new Error(`no picture: ${text}`)
  const [width, height] = [Number(header[1]), Number(header[2])]
  const pixels = file.subarray(header[0].length)
  if (pam) return { width, height, data: pixels }
  const data = Buffer.alloc(4 * width * height, 255)
  for (let i = 0; i < width * height; i++) pixels.copy(data, 4 * i, 3 * i, 3 * i + 3)
  return { width, height, data }
}
