// Low-passed luma for sharpening: two Gaussian bands, one direction per pass, 2 × uRadius + 1 reads (at most 95). STEP
// LUMA_ONLY: luma of a blurred photo. STEP ACROSS: both bands along rows. STEP DOWN: along columns, then mixed. In:
// straight, encoded in the working space (or premultiplied linear light when blurred). Out: encoded luma in 16 bits.
// IS_WEIGHTED: weights luma by alpha, because hidden colors would otherwise cause a visible rim. Intermediate steps
// are floats: luma × alpha, and alpha. Reach: uRadius texels. CPU reference: photo/testing.ts.
in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uSource;
uniform ivec2 uFrom;                  // absolute texel of this target's (0, 0)
uniform ivec2 uSourceOrigin;          // absolute texel of the source's (0, 0)
uniform float uSourceTexel;           // target texels per source texel
uniform int uRadius;
uniform float uFine[MAX_WEIGHTS];     // weights of the fine band, the center first; 0 beyond the band
uniform float uCoarse[MAX_WEIGHTS];

const float FINE_SHARE = 0.7; // the rest is the share of the coarse band, the only band visible in a small preview

#if STEP == LUMA_ONLY
vec4 lightAt(ivec2 at) {
#ifdef IS_CUBIC
  return windowCubic(uSource, uSourceOrigin, (vec2(at + uFrom) + 0.5) / uSourceTexel);
#else
  return windowTexel(uSource, uSourceOrigin, at + uFrom);
#endif
}

void main() {
  vec4 light = lightAt(ivec2(floor(vTexel)));
  float luma = dot(LUMA, straightOf(light));
#ifdef IS_WEIGHTED
  finalColor = vec4(luma * light.a, light.a, 0.0, 1.0);
#else
  finalColor = vec4(packed(luma), 0.0, 1.0);
#endif
}
#else

// Returns both bands: the fine band in xy, the coarse band in zw. Each is luma × alpha and alpha, or luma alone in x
// and z.
vec4 bandsAt(ivec2 at) {
  vec4 texel = windowTexel(uSource, ivec2(0), at);
#if STEP == DOWN && defined(IS_WEIGHTED)
  return texel;
#elif STEP == DOWN
  return vec4(unpacked(texel.rg), 0.0, unpacked(texel.ba), 0.0);
#elif defined(IS_WEIGHTED) && defined(IS_LUMA)
  return texel.rgrg;
#elif defined(IS_WEIGHTED)
  return vec2(dot(LUMA, texel.rgb) * texel.a, texel.a).xyxy;
#elif defined(IS_LUMA)
  return vec4(unpacked(texel.rg));
#else
  return vec4(dot(LUMA, texel.rgb));
#endif
}

void main() {
  ivec2 at = ivec2(floor(vTexel));
  ivec2 along = STEP == ACROSS ? ivec2(1, 0) : ivec2(0, 1);
  vec4 bands = bandsAt(at) * vec4(vec2(uFine[0]), vec2(uCoarse[0]));
  for (int i = 1; i <= uRadius; i++)
    bands += (bandsAt(at + along * i) + bandsAt(at - along * i)) * vec4(vec2(uFine[i]), vec2(uCoarse[i]));
#if STEP == ACROSS && defined(IS_WEIGHTED)
  finalColor = bands;
#elif STEP == ACROSS
  finalColor = vec4(packed(bands.x), packed(bands.z));
#else
#ifdef IS_WEIGHTED
  bands.xz /= max(bands.yw, 1e-5);
#endif
  finalColor = vec4(packed(mix(bands.z, bands.x, FINE_SHARE)), 0.0, 1.0);
#endif
}
#endif
