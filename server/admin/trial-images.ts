/** Gives the operator access to the stored exports. There is no access over the network. */
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { codeOf, OperatorError } from '#server/db/failure.ts'
import { findTrialImage, listTrialImages } from '#server/trial-images/images.ts'
import type { DatabaseContext, Outcome } from './command.ts'

/**
 * `midground trial-images`: lists the stored exports, or writes one to a new file. Returns 1 if the requested export
 * doesn't exist.
 */
export async function trialImagesCommand(context: DatabaseContext): Promise<Outcome> {
  const { args, db, storage, print } = context
  const [verb, id = '', file = ''] = args
  if (verb === 'list') {
    for await (const image of listTrialImages(db)) {
      const when = new Date(image.createdAt * 1000).toISOString().slice(0, 16)
      const size = `${image.width}x${image.height}`
      print([image.id, when, image.userId, size, `${image.bytes} B`, image.imageName ?? ''].join('  '))
    }
    return 0
  }
  const image = await findTrialImage(db, id)
  const source = image ? await storage.get(image.storageKey) : null
  if (!source) {
    print(`Export ${id} doesn’t exist.`)
    return 1
  }
  await writeNew(file, source)
  print(file)
  return 0
}

/** Writes a new file. @throws {OperatorError} if the file exists or can't be written, and the errors of `source` */
async function writeNew(file: string, source: Readable): Promise<void> {
  try {
    await pipeline(source, createWriteStream(file, { flags: 'wx' }))
  } catch (cause) {
    const code = codeOf(cause)
    const path = cause instanceof Error && 'path' in cause ? cause.path : undefined
    if (path !== file) throw cause // the error comes from the storage, not from writing the new file
    throw new OperatorError(code === 'EEXIST' ? `${file} is there already.` : `${file} cannot be written (${code}).`, {
      cause,
    })
  }
}
