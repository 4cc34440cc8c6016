import { useEffect, useState } from 'react'
import type { ExportFormat } from '../../media/exporter/formats/format.ts'
import { exportFormats } from '../../media/exporter/formats/registry.ts'

/** Hook that returns the formats that this browser cannot write; empty until the check has finished. */
export function useUnsupportedFormats(): readonly ExportFormat[] {
  const [unsupported, setUnsupported] = useState<readonly ExportFormat[]>([])
  useEffect(() => {
    let isGone = false
    void unsupportedFormats().then((formats) => {
      if (!isGone) setUnsupported(formats)
    })
    return () => {
      isGone = true
    }
  }, [])
  return unsupported
}

async function unsupportedFormats(): Promise<ExportFormat[]> {
  const formats: readonly ExportFormat[] = exportFormats
  const answers = await Promise.all(formats.map((format) => format.isSupported()))
  return formats.filter((_, i) => !answers[i])
}
