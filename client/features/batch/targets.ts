/** The destinations of an export. */

import type { Delivery } from '#client/editor/flows/download.ts'
import { MAX_ZIP_BYTES, writeZip, type ZipEntry } from '#client/engine/project-file/zip.ts'
import { exportFileName } from '#client/media/exporter/exportFileName.ts'
import { Declined, type ExportTarget } from './export.ts'
import { freeName, numbered } from './items.ts'

/** Overhead per file in the ZIP, bytes: two headers with a file name of maximum length. */
const HEADER_BYTES = 1000

interface ZipOptions {
  brand: string
  /** the current time, ms since 1970 */
  now: number
  handOver(zip: Blob, name: string): void | Promise<void>
  maxBytes?: number
}

/**
 * Delivers all images in one ZIP. If the ZIP would exceed the size limit, makes several ZIPs. An image above the limit
 * gets its own ZIP.
 */
export const zipTarget = ({ brand, now, handOver, maxBytes = MAX_ZIP_BYTES }: ZipOptions): ExportTarget => ({
  isEach: false,
  async deliver(next, signal) {
    const name = exportFileName(null, brand, now, 'zip')
    let first = await next()
    for (let part = 1; first; part++) {
      let size = 0
      let picture: ZipEntry | null = first
      first = null
      const zip = await writeZip(async () => {
        picture ??= await next()
        const taken = picture
        picture = null
        if (!taken) return null
        size += taken.file.size + HEADER_BYTES
        if (size <= maxBytes || size === taken.file.size + HEADER_BYTES) return taken
        first = taken
        return null
      }, signal)
      await handOver(zip, part === 1 ? name : numbered(name, part))
    }
  },
})

/**
 * Returns a function that saves or shares a file. The function rejects with `Declined` if the user declines the file,
 * otherwise with the error of `handOver`.
 */
export const handOverOf =
  ({ isWanted, handOver, failureOf }: Pick<Delivery, 'isWanted' | 'handOver' | 'failureOf'>) =>
  async (file: Blob, name: string): Promise<void> => {
    if (isWanted && !(await isWanted())) throw new Declined()
    try {
      await handOver(file, name)
    } catch (error) {
      throw failureOf?.(error).as === 'nothing' ? new Declined() : error
    }
  }

/**
 * Writes each image to a folder. Never overwrites existing files. If writing fails, removes the incomplete file and
 * rejects with the error.
 */
export const folderTarget = (folder: FileSystemDirectoryHandle): ExportTarget => ({
  isEach: true,
  async deliver(next, signal) {
    for (let picture = await next(); picture; picture = await next()) {
      const name = await freeName(picture.name, (free) => exists(folder, free))
      const handle = await folder.getFileHandle(name, { create: true })
      try {
        await picture.file.stream().pipeTo(await handle.createWritable(), { signal })
      } catch (error) {
        // ignored, so that the caller sees the write error and not an error of the removal
        await folder.removeEntry(name).catch(() => {})
        throw error
      }
    }
  },
})

async function exists(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name)
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return false
    throw error
  }
}
