// Reduces level 0 to level k: each target texel is the mean of 2^k × 2^k source texels, colors weighted by alpha,
// encoded or in linear light (LINEAR_LIGHT). In and out: straight alpha (or one coverage channel). Reach: 0. CPU
// reference: testing.ts.
in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uBand;  // a band of level 0
uniform ivec2 uBandSize;  // filled texels of the band, whose texture may be larger
uniform ivec2 uAreaFrom;  // target texel that starts at the band's texel (0, 0)
uniform int uFactor;      // side of the averaged square: 2^k texels

void main() {
  ivec2 from = (ivec2(floor(vTexel)) - uAreaFrom) * uFactor;
  ivec2 to = min(from + uFactor, uBandSize);
  vec4 sum = vec4(0.0);
  for (int y = from.y; y < to.y; y++)
    for (int x = from.x; x < to.x; x++) {
      vec4 texel = texelFetch(uBand, ivec2(x, y), 0);
#ifdef IS_COVERAGE
      sum += texel;
#else
      sum += vec4(toAveraged(texel.rgb) * texel.a, texel.a);
#endif
    }
  ivec2 count = to - from;
#ifdef IS_COVERAGE
  finalColor = sum / float(count.x * count.y);
#else
  finalColor = vec4(fromAveraged(sum.rgb / max(sum.a, 1e-6)), sum.a / float(count.x * count.y));
#endif
}
