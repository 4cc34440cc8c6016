/** Decodes a photo while the server checks the plan and the user answers questions. */
import { err, type Result } from '#client/kit/values/result.ts'
import type { ImportError, ImportedImage, ImportOptions } from '#client/media/importer/importer.ts'
import { decodeWithConsent, type ImportPictureDeps } from './importPicture.ts'

type Listeners = Required<{ [Name in 'onStage' | 'onPreview']: NonNullable<ImportOptions[Name]> }> & {
  /** Called before the user is asked for consent. */
  onQuestion(): void
}

/**
 * Starts decoding a photo. No messages or questions appear until `finish` is called. If the photo must not be opened,
 * call `stop`, which frees its pixels.
 */
export function decodeAhead(deps: ImportPictureDeps, file: File) {
  const stopping = new AbortController()
  const allowed = Promise.withResolvers<void>()
  let stage: Parameters<Listeners['onStage']>[0] | null = null
  let thumbnail: Blob | null = null
  let listeners: Listeners | null = null
  const decoding = decodeWithConsent(deps, file, stopping.signal, {
    mayShow: allowed.promise,
    onStage(reached) {
      stage = reached
      listeners?.onStage(reached)
    },
    onPreview(preview) {
      thumbnail = preview
      listeners?.onPreview(preview)
    },
    onQuestion: () => listeners?.onQuestion(),
  })
  decoding.catch(() => null) // the error is ignored here, because `finish` reports it
  /** Stops decoding. If the photo is already decoded, closes its bitmap. */
  function stop() {
    stopping.abort()
    void decoding.then(
      (imported) => imported.ok && imported.value.bitmap.close(),
      () => null,
    )
  }
  return {
    name: file.name,
    stop,
    /**
     * Shows the stages and the thumbnail, and asks for consent if needed. If decoding has succeeded, the caller must
     * close the bitmap. Fails with an ImportError, which is 'aborted' after an abort.
     */
    async finish(signal: AbortSignal, shown: Listeners): Promise<Result<ImportedImage, ImportError>> {
      if (signal.aborted) stop()
      signal.addEventListener('abort', stop)
      listeners = shown
      if (stage) shown.onStage(stage)
      if (thumbnail) shown.onPreview(thumbnail)
      allowed.resolve()
      const imported = await decoding
      signal.removeEventListener('abort', stop)
      return signal.aborted ? err('aborted') : imported
    },
  }
}
