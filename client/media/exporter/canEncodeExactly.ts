import { can, resetCheck } from '#client/kit/base/self-checks/selfChecks.ts'
import type { ExportFormat } from './formats/format.ts'

/**
 * Returns true when a file of this format would contain exactly the painted pixels. Fingerprinting protection alters
 * the pixels that a page reads back. Users can toggle it while the page is open, so the check runs again for every
 * file.
 */
export async function canEncodeExactly({ needs }: Pick<ExportFormat, 'needs'>): Promise<boolean> {
  for (const ability of needs) {
    resetCheck(ability)
    if (!(await can(ability))) return false
  }
  return true
}
