/** Other programs on the same holes: Debian's `gmic` and OpenCV (`python3-opencv`). Null where one is not installed. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PNG } from 'pngjs'
import type { Picture } from './measures.ts'

const run = promisify(execFile)
/** Debian's interpreter: another Python on the path does not see Debian's packages. */
const PYTHON = '/usr/bin/python3'
const TELEA = `
import cv2, sys
photo, hole, out = sys.argv[1:]
cv2.imwrite(out, cv2.inpaint(cv2.imread(photo), cv2.imread(hole, 0), 5, cv2.INPAINT_TELEA))
`

export interface Peer {
  name: 'gmic' | 'telea'
  /** What to install where it is missing. */
  debianPackage: string
  isInstalled(): Promise<boolean>
  fill(photo: Picture, hole: Uint8Array): Promise<Picture>
}

export const PEERS: readonly Peer[] = [
  {
    name: 'gmic',
    debianPackage: 'gmic',
    isInstalled: () => succeeds('gmic', ['-v', '-', 'version']),
    fill: (photo, hole) =>
      withFiles(photo, hole, ({ photoPath, maskPath, outPath }) =>
        // 0 levels = as many as fit, patches of 9, 10 iterations, 5 per level, with the mask's red
        run('gmic', [
          '-v',
          '-',
          photoPath,
          maskPath,
          'inpaint_matchpatch[0]',
          '[1],0,9,10,5,1',
          'keep[0]',
          '-o',
          outPath,
        ]),
      ),
  },
  {
    name: 'telea',
    debianPackage: 'python3-opencv',
    isInstalled: () => succeeds(PYTHON, ['-c', 'import cv2']),
    fill: (photo, hole) =>
      withFiles(photo, hole, ({ photoPath, maskPath, outPath }) =>
        run(PYTHON, ['-c', TELEA, photoPath, maskPath, outPath]),
      ),
  },
]

const succeeds = (command: string, args: string[]) =>
  run(command, args).then(
    () => true,
    () => false,
  )

interface Paths {
  photoPath: string
  maskPath: string
  outPath: string
}

async function withFiles(photo: Picture, hole: Uint8Array, work: (paths: Paths) => Promise<unknown>): Promise<Picture> {
  const folder = await mkdtemp(join(tmpdir(), 'inpainting-'))
  const paths = {
    photoPath: join(folder, 'photo.png'),
    maskPath: join(folder, 'mask.png'),
    outPath: join(folder, 'out.png'),
  }
  try {
    // What is to be filled is painted over, so that no peer can copy it.
    const covered = photo.rgb.map((value, i) => (hole[Math.floor(i / 3)] ? (i % 3 === 0 ? 255 : 0) : value))
    await writeFile(paths.photoPath, pngOf({ ...photo, rgb: covered }))
    const { width, height } = photo
    const mask = Uint8Array.from({ length: 3 * width * height }, (_, i) => (hole[Math.floor(i / 3)] ? 255 : 0))
    await writeFile(paths.maskPath, pngOf({ width, height, rgb: mask }))
    await work(paths)
    return pictureOf(await readFile(paths.outPath))
  } finally {
    await rm(folder, { recursive: true })
  }
}

export function pngOf({ width, height, rgb }: Picture): Buffer {
  const png = new PNG({ width, height })
  for (let i = 0; i < width * height; i++) png.data.set([...rgb.subarray(3 * i, 3 * i + 3), 255], 4 * i)
  return PNG.sync.write(png)
}

function pictureOf(file: Buffer): Picture {
  const { width, height, data } = PNG.sync.read(file)
  return {
    width,
    height,
    rgb: Uint8Array.from({ length: 3 * width * height }, (_, i) => data[4 * Math.floor(i / 3) + (i % 3)] ?? 0),
  }
}
