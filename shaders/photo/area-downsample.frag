// Reduces an image by any factor. Each texel is the mean over its area, with partial texels weighted by their share and
// colors by alpha, encoded or in linear light (LINEAR_LIGHT). Reads at most 9 × 9 texels, because the source is at
// most 8 times as fine. In and out: straight alpha (or one coverage channel). CPU reference: testing.ts.
in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uSource;
uniform ivec2 uSourceOrigin; // absolute texel of the source's (0, 0)
uniform ivec2 uSourceSize;   // texels of the whole source level
uniform ivec2 uFrom;         // absolute texel of this target's (0, 0)
uniform vec2 uSpan;          // source texels per target texel

void main() {
  vec2 start = (floor(vTexel) + vec2(uFrom)) * uSpan;
  vec2 end = start + uSpan;
  ivec2 first = ivec2(floor(start));
  ivec2 last = min(ivec2(ceil(end)), uSourceSize) - 1;
  vec4 sum = vec4(0.0);
  float total = 0.0;
  for (int y = first.y; y <= last.y; y++)
    for (int x = first.x; x <= last.x; x++) {
      vec2 at = vec2(x, y);
      vec2 inside = min(end, at + 1.0) - max(start, at);
      float share = max(inside.x, 0.0) * max(inside.y, 0.0);
      vec4 texel = windowTexel(uSource, uSourceOrigin, ivec2(x, y));
#ifdef IS_COVERAGE
      sum += texel * share;
#else
      sum += vec4(toAveraged(texel.rgb) * texel.a, texel.a) * share;
#endif
      total += share;
    }
#ifdef IS_COVERAGE
  finalColor = sum / max(total, 1e-6);
#else
  finalColor = vec4(fromAveraged(sum.rgb / max(sum.a, 1e-6)), sum.a / max(total, 1e-6));
#endif
}
