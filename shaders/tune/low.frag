// Low-passed luma for sharpening: two Gaussian bands, one direction per pass, 2 × uRadius + 1 reads (at most 47).
// STEP LUMA_ONLY: luma of a blurred photo, packed. STEP ACROSS: both bands along rows, packed. STEP DOWN: along columns, mixed.
// In: straight, sRGB-encoded (or premultiplied linear light when blurred). Out: encoded luma in 16 bits.
// Reach: uRadius texels. Twin: low.reference.ts.
in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uSource;
uniform ivec2 uFrom;                  // absolute texel of this target's (0, 0)
uniform ivec2 uSourceOrigin;          // absolute texel of the source's (0, 0)
uniform float uSourceTexel;           // target texels per source texel
uniform int uRadius;
uniform float uFine[MAX_WEIGHTS];     // middle first, 0 beyond the fine band
uniform float uCoarse[MAX_WEIGHTS];

const float FINE_SHARE = 0.7; // the rest is the coarse band's, which is all that a small preview can show

#if STEP == LUMA_ONLY
float lumaAt(ivec2 at) {
#ifdef IS_CUBIC
  return dot(LUMA, straightOf(windowCubic(uSource, uSourceOrigin, (vec2(at + uFrom) + 0.5) / uSourceTexel)));
#else
  return dot(LUMA, straightOf(windowTexel(uSource, uSourceOrigin, at + uFrom)));
#endif
}
#elif STEP == ACROSS
vec2 bandsAt(ivec2 at) {
#ifdef IS_PACKED
  return vec2(unpacked(windowTexel(uSource, ivec2(0), at).rg));
#else
  return vec2(dot(LUMA, windowTexel(uSource, ivec2(0), at).rgb));
#endif
}
#else
vec2 bandsAt(ivec2 at) {
  vec4 texel = windowTexel(uSource, ivec2(0), at);
  return vec2(unpacked(texel.rg), unpacked(texel.ba));
}
#endif

void main() {
  ivec2 at = ivec2(floor(vTexel));
#if STEP == LUMA_ONLY
  finalColor = vec4(packed(lumaAt(at)), 0.0, 1.0);
#else
#if STEP == ACROSS
  ivec2 along = ivec2(1, 0);
#else
  ivec2 along = ivec2(0, 1);
#endif
  vec2 bands = bandsAt(at) * vec2(uFine[0], uCoarse[0]);
  for (int i = 1; i <= uRadius; i++)
    bands += (bandsAt(at + along * i) + bandsAt(at - along * i)) * vec2(uFine[i], uCoarse[i]);
#if STEP == ACROSS
  finalColor = vec4(packed(bands.x), packed(bands.y));
#else
  finalColor = vec4(packed(FINE_SHARE * bands.x + (1.0 - FINE_SHARE) * bands.y), 0.0, 1.0);
#endif
#endif
}
