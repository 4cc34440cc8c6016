/** Whether an export is what was painted. Every one is read off the graphics card; WebP is written by a canvas too. */
import { type Ability, askAgain, can } from '#client/kit/base/self-checks/selfChecks.ts'

/** Asked anew for every file: protection against fingerprinting is switched on and off while a page stands. */
export async function readsExactly(extension: string): Promise<boolean> {
  const needed: Ability[] = extension === 'webp' ? ['exactReadback', 'exactCanvas'] : ['exactReadback']
  for (const ability of needed) {
    askAgain(ability)
    if (!(await can(ability))) return false
  }
  return true
}
