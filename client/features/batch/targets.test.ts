import { unzipSync } from 'fflate'
import { expect, it, vi } from 'vitest'
import { shareDelivery } from '#client/editor/flows/exports.ts'
import { createSession } from '#client/model/session/session.ts'
import { Declined } from './export.ts'
import { folderTarget, handOverOf, zipTarget } from './targets.ts'

const { signal } = new AbortController()
const NOW = 1_795_132_800_123

function pictures(...names: string[]) {
  const left = names.map((name) => ({ name, file: new Blob([`picture ${name}`]) }))
  return async () => left.shift() ?? null
}

async function zipped(next: ReturnType<typeof pictures>, maxBytes?: number) {
  const archives: [string, string[]][] = []
  const target = zipTarget({
    brand: 'Midground',
    now: NOW,
    ...(maxBytes && { maxBytes }),
    async handOver(zip, name) {
      archives.push([name, Object.keys(unzipSync(new Uint8Array(await zip.arrayBuffer())))])
    },
  })
  await target.deliver(next, signal)
  return archives
}

it('the export delivers all images in one ZIP', async () => {
  expect(await zipped(pictures('a.png', 'b.png'))).toEqual([['midground_1795132800.zip', ['a.png', 'b.png']]])
  expect(await zipped(pictures())).toEqual([])
})

it('the export starts another ZIP at the size limit', async () => {
  expect(await zipped(pictures('a', 'b', 'c', 'd', 'e'), 2100)).toEqual([
    ['midground_1795132800.zip', ['a', 'b']],
    ['midground_1795132800 (2).zip', ['c', 'd']],
    ['midground_1795132800 (3).zip', ['e']],
  ])
  expect(await zipped(pictures('a', 'b'), 10)).toHaveLength(2)
})

/**
 * Creates an in-memory folder with the File System Access API. Writing to a file whose name starts with `fails` throws.
 */
function memoryFolder(files: Record<string, string>) {
  const folder = {
    async getFileHandle(name: string, { create = false } = {}) {
      if (!(name in files) && !create) throw new DOMException('none', 'NotFoundError')
      files[name] ??= ''
      return { createWritable: async () => writable(name) }
    },
    async removeEntry(name: string) {
      delete files[name]
    },
  }
  const writable = (name: string) => {
    let text = ''
    return new WritableStream<Uint8Array>({
      write(chunk) {
        if (name.startsWith('fails')) throw new Error('disk full')
        text += new TextDecoder().decode(chunk)
      },
      close() {
        files[name] = text
      },
    })
  }
  return { files, folder: folder as unknown as FileSystemDirectoryHandle }
}

it("writing into a folder doesn't overwrite a file of the same name", async () => {
  const { files, folder } = memoryFolder({ 'a.png': 'old' })
  await folderTarget(folder).deliver(pictures('a.png', 'b.png'), signal)
  expect(files).toEqual({ 'a.png': 'old', 'a (2).png': 'picture a.png', 'b.png': 'picture b.png' })
})

it('a failed write does not leave a partial file', async () => {
  const { files, folder } = memoryFolder({})
  await expect(folderTarget(folder).deliver(pictures('a.png', 'fails.png', 'c.png'), signal)).rejects.toThrow(
    'disk full',
  )
  expect(files).toEqual({ 'a.png': 'picture a.png' })
})

it('delivering a file rejects with Declined only if the user declines to share the file', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const share = (error: DOMException | null, isPressed = true) => {
    const session = createSession({ alert: async () => {}, confirm: async () => false, toast: () => {} })
    const shared = async () => {
      if (error) throw error
    }
    const delivery = shareDelivery({ share: shared, isPressed: () => isPressed }, session)
    return handOverOf(delivery ?? expect.fail())(new Blob(['zip']), 'a.zip')
  }
  await expect(share(null)).resolves.toBeUndefined()
  await expect(share(null, false)).rejects.toBeInstanceOf(Declined)
  await expect(share(new DOMException('closed', 'AbortError'))).rejects.toBeInstanceOf(Declined)
  const failure = new DOMException('broken', 'DataError')
  await expect(share(failure)).rejects.toBe(failure)
})
