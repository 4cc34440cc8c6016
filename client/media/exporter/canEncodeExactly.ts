import { can, resetCheck } from '#client/kit/base/self-checks/selfChecks.ts'
import type { ExportFormat } from './formats/format.ts'

/**
 * Whether a file of this format would hold exactly the pixels that were painted. Protection against fingerprinting
 * alters what pages read back; users switch it on and off while a page is open, so the engine is checked for every file.
 */
export async function canEncodeExactly({ needs }: Pick<ExportFormat, 'needs'>): Promise<boolean> {
  for (const ability of needs) {
    resetCheck(ability)
    if (!(await can(ability))) return false
  }
  return true
}
