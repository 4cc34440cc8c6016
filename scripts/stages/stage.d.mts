import type { Result } from './counts.mjs'

interface Stage {
  name: string
  command: string
  args: string[]
  report?: string
  env?: Record<string, string>
}
type Ended = Result & { name: string; seconds: number; cpu: number | null }
export function sideBySide(
  lanes: readonly (readonly Stage[])[],
  where?: { folder?: string; say?: (text: string) => void },
): Promise<Ended[]>
