/** Networks added to a single executable: each is built at once, into a folder of its own beside the list. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildModels } from './buildModels.ts'
import type { Shelf } from './manage.ts'
import { addPack, removePack } from './packs.ts'
import type { fetchTarball } from './tarball.ts'

/** `fetchPackage`: for tests. */
export function createShelf(folder: string, report: (line: string) => void, fetchPackage?: typeof fetchTarball): Shelf {
  const packs = join(folder, 'packs.json')
  const built = (id: string) => join(folder, id)
  return {
    packs,
    async add(model) {
      const fetched = fetchPackage ? { fetchPackage } : {}
      await buildModels({ out: built(model.id), report, lock: [model], converter: 'executable', ...fetched })
      await addPack(packs, model) // last: what is listed is there
    },
    async remove(id) {
      const isGone = await removePack(packs, id)
      if (isGone) await rm(built(id), { recursive: true, force: true })
      return isGone
    },
  }
}
