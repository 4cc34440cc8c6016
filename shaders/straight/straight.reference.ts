/** Twin of straight.frag: converts a premultiplied pixel (RGBA 0..1) to straight alpha. */
export function straight([r, g, b, a]: readonly [number, number, number, number]): [number, number, number, number] {
  if (a <= 0) return [0, 0, 0, 0]
  const part = (value: number) => Math.min(1, Math.max(0, value / a))
  return [part(r), part(g), part(b), a]
}
