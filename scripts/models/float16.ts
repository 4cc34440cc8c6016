/** Encodes float16 (IEEE 754 binary16): rounds to nearest, ties to even; overflow becomes infinity. */
export function toFloat16(values: Float32Array): Uint16Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length)
  return Uint16Array.from(bits, half)
}

function half(bits: number): number {
  const sign = (bits >>> 16) & 0x8000
  const magnitude = bits & 0x7fffffff
  if (magnitude > 0x7f800000) return sign | 0x7e00 // NaN
  if (magnitude >= 0x477ff000) return sign | 0x7c00 // 65520 and above
  if (magnitude < 0x33000001) return sign // 2^-25 and below
  const exponent = magnitude >>> 23
  const normal = exponent > 112 // the least normal half is 2^-14
  const mantissa = normal ? magnitude - (112 << 23) : (magnitude & 0x7fffff) | 0x800000
  const drop = normal ? 13 : 126 - exponent
  const kept = mantissa >>> drop
  const rest = mantissa - kept * 2 ** drop
  const tie = 2 ** (drop - 1)
  return sign | (kept + (rest > tie || (rest === tie && (kept & 1) === 1) ? 1 : 0))
}

/** Decodes float16; every value is exact in float32. */
export function fromFloat16(halves: Uint16Array): Float32Array {
  return Float32Array.from(halves, (half) => {
    const [sign, exponent, mantissa] = [half >> 15 ? -1 : 1, (half >> 10) & 31, half & 1023]
    if (exponent === 31) return mantissa ? Number.NaN : sign * Number.POSITIVE_INFINITY
    return exponent === 0 ? sign * mantissa * 2 ** -24 : sign * (1024 + mantissa) * 2 ** (exponent - 25)
  })
}
