/** A synthetic photo with a known subject: a shaded ball before sky and floor. It is the same on every machine. */
export interface Scene {
  width: number
  height: number
  rgba: Uint8ClampedArray<ArrayBuffer> // unpremultiplied, row-major
  /** Returns true if the pixel belongs to the ball. */
  isSubject(x: number, y: number): boolean
}

export function drawScene(width: number, height: number): Scene {
  const radius = 0.28 * Math.min(width, height)
  const [centerX, centerY] = [width * 0.52, height * 0.55]
  const rgba = new Uint8ClampedArray(width * height * 4)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      const [dx, dy] = [(x + 0.5 - centerX) / radius, (y + 0.5 - centerY) / radius]
      const [r, g, b] = dx * dx + dy * dy < 1 ? ball(dx, dy) : backdrop(x / width, y / height)
      rgba.set([r, g, b, 255], at)
    }
  const isSubject = (x: number, y: number) => Math.hypot(x + 0.5 - centerX, y + 0.5 - centerY) < radius
  return { width, height, rgba, isSubject }
}

type Rgb = [red: number, green: number, blue: number]

function ball(dx: number, dy: number): Rgb {
  const light = 0.35 + 0.65 * Math.max(0, -0.5 * dx - 0.6 * dy + 0.62 * Math.sqrt(Math.max(0, 1 - dx * dx - dy * dy)))
  return [230 * light, 90 * light, 30 * light]
}

const backdrop = (u: number, v: number): Rgb =>
  v < 0.6 ? [150 + 60 * v, 180 + 40 * v, 225] : [110 + 20 * u, 125 - 60 * (v - 0.6), 95]
