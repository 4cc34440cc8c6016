import { useEffect, useState } from 'react'
import { isTyping } from '../../kit/base/isTyping.ts'
import { useLatest } from '../../kit/ui/useLatest.ts'

/**
 * Hook that calls `onFile` with a file that is dropped anywhere on the page or pasted outside of text fields. Returns
 * true while a file is dragged over the window.
 */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useLatest(onFile)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const take = (files: FileList | undefined) => {
      const file = files?.[0]
      if (file) latest.current(file)
    }
    window.addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      { signal },
    )
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal })
    window.addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer?.files)
      },
      { signal },
    )
    window.addEventListener(
      'paste',
      (event) => {
        if (isTyping(event.target) || !event.clipboardData?.files.length) return
        event.preventDefault()
        take(event.clipboardData.files)
      },
      { signal },
    )
    return () => controller.abort()
  }, [latest])
  return isOver
}
