/**
 * Counts the canvases that `work` creates and whose size `work` does not set to 0 afterwards. Setting the size to 0
 * frees the memory immediately. Garbage collection would come too late.
 */
export async function canvasesLeftBy(work: () => Promise<unknown>): Promise<number> {
  const made: OffscreenCanvas[] = []
  const Real = OffscreenCanvas
  globalThis.OffscreenCanvas = class extends Real {
    constructor(width: number, height: number) {
      super(width, height)
      made.push(this)
    }
  }
  try {
    await work()
  } finally {
    globalThis.OffscreenCanvas = Real
  }
  return made.filter(({ width, height }) => width * height > 0).length
}
