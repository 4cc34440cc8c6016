// Last step of the blur. Reads the blurred level with the spline, and writes one texel of straight encoded color and
// alpha per texel of the photo's window. A frame then reads one value instead of sixteen. In: premultiplied, linear
// light. Out: 16 bits per channel. IS_WEIGHT: writes only the weight, in every channel. IS_CUBIC: the level is smaller
// than the window. Reach: 2 texels of the level. photo/testing.ts has the same computation on the CPU.
in vec2 vTexel;
out uvec4 finalColor;

uniform sampler2D uSource;
uniform ivec2 uSourceOrigin; // the absolute texel of the source's (0, 0)
uniform sampler2D uWeight;
uniform ivec2 uFrom;         // the absolute texel of this target's (0, 0)
uniform float uStep;         // texels of the source per texel of this target

vec4 blurredAt(sampler2D source, vec2 texel) {
#ifdef IS_CUBIC
  return windowCubic(source, uSourceOrigin, texel * uStep);
#else
  return windowTexel(source, uSourceOrigin, ivec2(floor(texel)));
#endif
}

void main() {
  vec2 texel = floor(vTexel) + vec2(uFrom) + 0.5;
#ifdef IS_WEIGHT
  vec4 color = vec4(blurredAt(uWeight, texel).r);
#else
  vec4 light = blurredAt(uSource, texel);
  float alpha = 1.0;
#if ROLE == SUBJECT || (ROLE == WHOLE && defined(HAS_ALPHA))
  alpha = light.a;
#elif ROLE == BEHIND && defined(HAS_ALPHA)
  alpha = light.a / max(blurredAt(uWeight, texel).r, 1e-5);
#endif
  vec4 color = vec4(straightOf(light), alpha);
#endif
  finalColor = uvec4(floor(clamp(color, 0.0, 1.0) * 65535.0 + 0.5));
}
