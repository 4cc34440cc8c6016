/** fabric's filters on the CPU at full size, as tui.image-editor uses them (`enableGLFiltering = false`). */
import { Canvas2dFilterBackend, config, FabricImage, filters, setFilterBackend } from 'fabric'

export function fabricFilters(bitmap: ImageBitmap): { apply(brightness: number): void } {
  config.configure({ enableGLFiltering: false })
  setFilterBackend(new Canvas2dFilterBackend())
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: bitmap.width, height: bitmap.height })
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0)
  const brightness = new filters.Brightness({ brightness: 0.1 })
  const image = new FabricImage(canvas)
  image.filters = [brightness, new filters.Contrast({ contrast: 0.2 }), new filters.Saturation({ saturation: 0.35 })]
  return {
    apply(value) {
      brightness.brightness = value
      image.applyFilters()
      // waits for the upload, which must not count as time of the next frame
      ;(image.getElement() as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, 1, 1)
    },
  }
}
