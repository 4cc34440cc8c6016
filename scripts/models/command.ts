// The command behind `npm run models`; the models are rebuilt afterwards.
import { manageModels, USAGE } from './manage.ts'
import { addPack, removePack } from './packs.ts'

const PACKS = 'data/models/packs.json'
const store = {
  packs: PACKS,
  add: (model: Parameters<typeof addPack>[1]) => addPack(PACKS, model),
  remove: (id: string) => removePack(PACKS, id),
}

try {
  const outcome = await manageModels(process.argv.slice(2), store, (line) => console.log(line))
  if (outcome === 'usage') console.error(`npm run models -- ${USAGE}`)
  process.exitCode = outcome === 'usage' ? 1 : outcome
} catch (failure) {
  console.error(`models: ${failure instanceof Error ? failure.message : failure}`)
  process.exitCode = 1
}
