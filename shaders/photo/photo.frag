// Paints a photo with its enhancements, optionally cut out by a matte, in one pass. In: straight alpha, encoded in the
// working space: the photo, or the blurred photo in 16 bits. Out: premultiplied, encoded in the same space. Reach: 0
// (the windows contain neighborhoods). Exact where output px and texels coincide. CPU reference: testing.ts.
in vec2 vDocument; // document px
out vec4 finalColor;

uniform sampler2D uPhoto;
uniform ivec2 uPhotoOrigin;
uniform float uPhotoTexel; // document px per texel of the photo, matte, blurred photo and low-passed luma
uniform vec3 uGrid;        // the pixel grid: fractional start of the region (x, y), output px per document px (z), or z = 0 if not aligned
uniform sampler2D uMatte;
uniform ivec2 uMatteOrigin;
uniform highp usampler2D uBlurred; // the blurred photo, of the photo's size; for an eraser the blurred weight
uniform sampler2D uLow;
uniform sampler2D uMask;
uniform vec2 uSize;        // size of the photo in document px

// Defines the type of an output px's position. EXACT: integer coordinates of a texel. LINEAR: the px's center, document
// px, as floats whose last bit may vary. SAMPLED defines the function NAME(at), which reads texels with READ. EXACT: it
// returns one texel. LINEAR: it returns a linear interpolation of texels.
#if SAMPLING == EXACT
#define PLACE ivec2
#define SAMPLED(TYPE, NAME, LINEAR_NAME, READ) \
  TYPE NAME(ivec2 at) { return READ(at); }

ivec2 outputPlace() {
  return ivec2(floor(vDocument * uGrid.z));
}
vec2 documentPx(ivec2 at) {
  return (vec2(at) + 0.5) / uGrid.z;
}
vec2 outputPx(ivec2 at) {
  return vec2(at);
}
// no clamping is needed, because the window covers the painted area
vec4 texelOf(sampler2D window, ivec2 origin, ivec2 at) {
  return texelFetch(window, at - origin, 0);
}
#else
#define PLACE vec2
#define SAMPLED(TYPE, NAME, LINEAR_NAME, READ) \
  LINEAR_OF(TYPE, LINEAR_NAME, READ) \
  TYPE NAME(vec2 at) { return LINEAR_NAME(at / uPhotoTexel); }

vec2 outputPlace() {
  if (uGrid.z == 0.0) return vDocument;
  return (floor(vDocument * uGrid.z - uGrid.xy) + uGrid.xy + 0.5) / uGrid.z;
}
vec2 documentPx(vec2 at) {
  return at;
}
vec2 outputPx(vec2 at) {
  return uGrid.z == 0.0 ? floor(at) : floor(at * uGrid.z - uGrid.xy) + floor(uGrid.xy + 0.5);
}
#define texelOf windowTexel
#endif

// Averages premultiplied colors where alpha varies, because colors of transparent texels must not bleed into edges.
#if defined(HAS_ALPHA) || (BASE == BLURRED && ROLE == SUBJECT)
#define MIXES_ALPHA
#endif

vec4 photoTexel(ivec2 at) {
#if BASE == SHARP
  vec4 texel = texelOf(uPhoto, uPhotoOrigin, at);
#else
  vec4 texel = vec4(texelFetch(uBlurred, clamp(at - uPhotoOrigin, ivec2(0), textureSize(uBlurred, 0) - 1), 0)) / 65535.0;
#endif
#if defined(MIXES_ALPHA) && SAMPLING != EXACT
  texel.rgb *= texel.a;
#endif
  return texel;
}
SAMPLED(vec4, photoAt, photoLinear, photoTexel)

float matteTexel(ivec2 at) {
  return texelOf(uMatte, uMatteOrigin, at).r;
}
SAMPLED(float, matteAt, matteLinear, matteTexel)

float lowTexel(ivec2 at) {
  return unpacked(texelOf(uLow, uPhotoOrigin, at).rg);
}
SAMPLED(float, lowAt, lowLinear, lowTexel)

// `at` in texels. Clamps all four texels together, because fetches and clamps dominate the cost on software GL.
vec2 maskLinear(vec2 at) {
  ivec2 last = textureSize(uMask, 0) - 1;
  vec2 corner = at - 0.5;
  vec2 low = floor(corner);
  vec2 part = corner - low;
  ivec2 a = clamp(ivec2(low), ivec2(0), last);
  ivec2 b = clamp(ivec2(low) + 1, ivec2(0), last);
  vec2 top = mix(texelFetch(uMask, a, 0).rg, texelFetch(uMask, ivec2(b.x, a.y), 0).rg, part.x);
  vec2 bottom = mix(texelFetch(uMask, ivec2(a.x, b.y), 0).rg, texelFetch(uMask, b, 0).rg, part.x);
  return mix(top, bottom, part.y);
}

// Returns the subject's coverage at a position, for erasing the pixels below.
float coverageAt(PLACE at) {
#if BASE == SHARP
  return matteAt(at);
#else
  return photoAt(at).a;
#endif
}

// Returns the straight, encoded color. Its alpha includes the matte's coverage.
vec4 baseAt(PLACE at) {
  vec4 base = photoAt(at);
#if defined(MIXES_ALPHA) && SAMPLING != EXACT
  base.rgb /= max(base.a, 1e-6);
#endif
#if BASE == SHARP
#ifdef HAS_ALPHA
  base.a = max(base.a, HIDDEN_ALPHA);
#else
  base.a = 1.0;
#endif
#if ROLE == SUBJECT
  base.a *= matteAt(at);
#endif
#endif
  return base;
}

void main() {
  PLACE at = outputPlace();
#ifdef IS_ERASER
  finalColor = vec4(0.0, 0.0, 0.0, coverageAt(at));
#else
  vec4 base = baseAt(at);
  vec3 color = base.rgb;
#if defined(TUNE_FLAGS) && TUNE_FLAGS == 0
  bool isTuned = false;
#else
  bool isTuned = uTuneFlags != 0;
  if (isTuned) {
    Surroundings here = Surroundings(dot(LUMA, color), 0.0, vec2(0.0), documentPx(at) / uSize);
    if ((uTuneFlags & READS_LOW) != 0) here.low = lowAt(at);
    if ((uTuneFlags & READS_MASK) != 0) here.mask = maskLinear(here.place * vec2(textureSize(uMask, 0)));
    color = tuned(color, here);
  }
#endif
#ifndef IS_PLAIN
  if (isTuned || BASE != SHARP) color = dithered(color, outputPx(at));
#endif
  finalColor = premultiplied(color, base.a);
#endif
}
