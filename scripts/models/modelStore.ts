/** Networks that an operator added to the executable: each is converted immediately, into a folder of its own beside the list. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildModels } from './buildModels.ts'
import type { ModelStore } from './manage.ts'
import { addPack, removePack } from './packs.ts'
import type { fetchTarball } from './tarball.ts'

/** `fetchPackage` is replaced in tests. */
export function createModelStore(
  folder: string,
  report: (line: string) => void,
  fetchPackage?: typeof fetchTarball,
): ModelStore {
  const packs = join(folder, 'packs.json')
  const folderOf = (id: string) => join(folder, id)
  return {
    packs,
    async add(model) {
      const fetched = fetchPackage ? { fetchPackage } : {}
      await buildModels({ out: folderOf(model.id), report, lock: [model], converter: 'executable', ...fetched })
      await addPack(packs, model) // last, so that every listed network is complete
    },
    async remove(id) {
      const isGone = await removePack(packs, id)
      if (isGone) await rm(folderOf(id), { recursive: true, force: true })
      return isGone
    },
  }
}
