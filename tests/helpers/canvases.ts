/** How many of the canvases made meanwhile still hold pixels afterwards: who waits for their collection runs out of memory. */
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
