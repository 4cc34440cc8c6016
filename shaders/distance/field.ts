import { BufferImageSource, type TextureSource, type WebGLRenderer } from 'pixi.js'
import { callWorker, openWorker, WorkerCrash, type WorkerOf } from '#client/kit/async/callWorker.ts'
import { type Lease, leaseShared } from '#client/kit/async/lease.ts'
import { createQueue } from '#client/kit/async/scheduling.ts'
import { isSoftware } from '#client/kit/browser/self-checks/graphics.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import { type CoverageTexels, MAX_RANGE } from './encoding.ts'
import { type FieldFormat, JumpFlood } from './jump-flood.ts'
import type { DistanceWorker } from './transform.worker.ts'

/** A signed distance field on the GPU. */
export interface DistanceField {
  /**
   * Signed distances to the half-coverage contour, negative inside. The texture has one texel per texel of the
   * coverage, and its unit depends on the FieldFormat.
   */
  source: TextureSource
  format: FieldFormat
  width: number
  height: number
  /** Range in texels. Beyond the range, an integer field has ±FAR and a half field ±range. */
  range: number
  destroy(): void
}

export interface FieldOptions {
  /** Maximum needed distance from the contour, at most MAX_RANGE texels. */
  range: number
  format: FieldFormat
  signal?: AbortSignal
}

/** Leases the shared builder of distance fields of a renderer. */
export const leaseDistanceFields = (renderer: WebGLRenderer): Lease<DistanceFields> =>
  leaseShared(renderer, 'distance fields', () => new DistanceFields(renderer))

/**
 * Builds signed distance fields. Where WebGL runs in software, a worker computes the fields. Otherwise the GPU computes
 * equal fields by jump flooding. Build one field per matte or text. Outlines of any width and color then cost only one
 * pass.
 */
export class DistanceFields {
  private readonly renderer: WebGLRenderer
  private readonly onWorker: boolean
  private flood: JumpFlood | null = null
  private worker: WorkerOf<DistanceWorker> | null = null
  private readonly inOrder = createQueue()
  private readonly destruction = new AbortController()

  /** `onWorker`: computes the fields in a worker. Only tests set it, to run both paths on one machine. */
  constructor(renderer: WebGLRenderer, onWorker = isSoftware(renderer.gl)) {
    this.renderer = renderer
    this.onWorker = onWorker
  }

  /**
   * Builds the signed distance field of `coverage` (copied, not transferred). The caller destroys the field.
   * @throws the signal's reason when aborted, and an error when the worker fails or the fields are destroyed
   */
  async build(coverage: CoverageTexels, options: FieldOptions): Promise<DistanceField> {
    options.signal?.throwIfAborted()
    const range = clamp(Math.ceil(options.range), 1, MAX_RANGE)
    const canRender = options.format === 'integer' || this.renderer.context.extensions.colorBufferFloat
    const source =
      this.onWorker || !canRender
        ? await this.transform(coverage, range, options)
        : this.jumpFlood(coverage, range, options.format)
    if (options.signal?.aborted) {
      source.destroy()
      options.signal.throwIfAborted()
    }
    const { width, height } = coverage
    return { source, format: options.format, width, height, range, destroy: () => source.destroy() }
  }

  destroy(): void {
    this.destruction.abort(new Error('the distance fields were destroyed'))
    this.flood?.destroy()
    this.worker?.terminate()
  }

  private jumpFlood(coverage: CoverageTexels, range: number, format: FieldFormat): TextureSource {
    this.flood ??= new JumpFlood()
    const { width, height, bytes } = coverage
    const uploaded = new BufferImageSource({ resource: bytes, width, height, format: 'r8unorm', scaleMode: 'nearest' })
    uploadTight(this.renderer, uploaded)
    const field = this.flood.build(this.renderer, uploaded, { range, format })
    uploaded.destroy()
    return field.source
  }

  private async transform(
    coverage: CoverageTexels,
    range: number,
    { format, signal }: FieldOptions,
  ): Promise<TextureSource> {
    // One request runs at a time, so a request that is aborted while it waits is never computed.
    const field = await this.inOrder(() => {
      signal?.throwIfAborted()
      return this.computeField(coverage, range, format === 'half')
    })
    const { width, height } = coverage
    const common = { resource: field, width, height, alphaMode: 'no-premultiply-alpha' } as const
    const source =
      format === 'half'
        ? new BufferImageSource({ ...common, format: 'r16float', scaleMode: 'linear' })
        : new BufferImageSource({ ...common, format: 'r16sint', scaleMode: 'nearest' })
    uploadTight(this.renderer, source)
    return source
  }

  private async computeField(...args: Parameters<DistanceWorker['computeField']>) {
    this.worker ??= openWorker<DistanceWorker>(
      new Worker(new URL('./transform.worker.ts', import.meta.url), { type: 'module', name: 'distance' }),
    )
    try {
      return await callWorker(this.worker, 'computeField', args, { signal: this.destruction.signal })
    } catch (error) {
      if (error instanceof WorkerCrash) {
        this.worker.terminate()
        this.worker = null
      }
      throw error
    }
  }
}

/** Uploads a texture of one- or two-byte texels immediately, with rows not padded to four bytes. */
function uploadTight(renderer: WebGLRenderer, source: TextureSource): void {
  const { gl } = renderer
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
  renderer.texture.initSource(source)
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4) // restores the default alignment, which Pixi assumes
}
