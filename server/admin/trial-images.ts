/** The operator's way to the stored exports; there is none over the network. */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { findTrialImage, listTrialImages } from '../trial-images/images.ts'
import type { DatabaseContext, Outcome } from './command.ts'

export async function trialImagesCommand(context: DatabaseContext): Promise<Outcome> {
  const { args, db, storage, print } = context
  const [verb, id, file] = args
  if (verb === 'list') {
    for await (const image of listTrialImages(db)) {
      const when = new Date(image.createdAt * 1000).toISOString().slice(0, 16)
      print(
        [
          image.id,
          when,
          image.userId,
          `${image.width}x${image.height}`,
          `${image.bytes} B`,
          image.imageName ?? '',
        ].join('  '),
      )
    }
    return 0
  }
  if (verb !== 'get' || !id || !file) return 'usage'
  const image = await findTrialImage(db, id)
  const source = image ? await storage.get(image.storageKey) : null
  if (!source) {
    print(`There is no picture ${id}.`)
    return 1
  }
  await pipeline(source, createWriteStream(file, { flags: 'wx' }))
  print(file)
  return 0
}
