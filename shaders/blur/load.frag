// First step of the blur. Converts a photo's window to linear light × alpha × weight, and writes alpha × weight into
// the alpha channel. ROLE selects the blurred part by its weight. In: straight, encoded. Out: premultiplied, linear.
// HALVED: the output has half the size. Reach: 0 texels, or 2 texels if HALVED. testing.ts has the same computation on
// the CPU.
in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uPhoto;
uniform ivec2 uPhotoOrigin;
uniform sampler2D uMatte;
uniform ivec2 uMatteOrigin;
uniform ivec2 uFrom; // the absolute texel of the target's (0, 0)

// Far inside the subject, the blur reaches no background. This minimum weight prevents a division by 0.
const float LEAST_WEIGHT = 1.0 / 16384.0;

vec4 loaded(ivec2 at) {
  float weight = 1.0;
#if ROLE == BEHIND
  weight = max(1.0 - windowTexel(uMatte, uMatteOrigin, at).r, LEAST_WEIGHT);
#elif ROLE == SUBJECT
  weight = windowTexel(uMatte, uMatteOrigin, at).r;
#endif
#ifdef IS_WEIGHT
  return vec4(weight);
#else
  vec4 photo = windowTexel(uPhoto, uPhotoOrigin, at);
#ifdef HAS_ALPHA
  weight *= photo.a;
#endif
  return vec4(linearOf(photo.rgb) * weight, weight);
#endif
}

#ifdef HALVED
HALVE_OF(halved, loaded)
#endif

void main() {
  ivec2 at = ivec2(floor(vTexel)) + uFrom;
#ifdef HALVED
  finalColor = halved(at);
#else
  finalColor = loaded(at);
#endif
}
