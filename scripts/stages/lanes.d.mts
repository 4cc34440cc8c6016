import type { Result } from './report.mjs'

interface Stage {
  name: string
  command: string
  args: string[]
  report?: string
  env?: Record<string, string>
}
type Ended = Result & { name: string; seconds: number; cpu: number | null }
export function runLanes(
  lanes: readonly (readonly Stage[])[],
  options?: { folder?: string; log?: (text: string) => void },
): Promise<Ended[]>
