import { useEffect, useState } from 'react'
import type { Result } from '../../kit/base/result.ts'
import type { ExportError } from '../../media/exporter/exportError.ts'
import type { Estimate } from '../../media/exporter/exportPicture.ts'
import type { ExportSettings } from '../../media/exporter/exportSettings.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'

/** Delay before an estimate, ms; longer than the interval between values of a dragged slider. */
const SETTLE_MS = 250

/**
 * Hook that returns the size of the file for the settings; null while it is being computed. The newest settings win.
 */
export function useEstimate(settings: ExportSettings): Result<Estimate, ExportError> | null {
  const { exports } = useWorkspace()
  const [found, setFound] = useState<{ of: ExportSettings; estimate: Result<Estimate, ExportError> } | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const estimate = await exports.estimate(settings, stop.signal)
      if (!stop.signal.aborted) setFound({ of: settings, estimate })
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [exports, settings])
  return found?.of === settings ? found.estimate : null
}
