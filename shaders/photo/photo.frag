// Paints a photo, cut out by a matte where there is one. In: straight alpha, sRGB-encoded. Out: premultiplied.
// Reach: 0. Exact at one output px per photo px. Twin: photo.reference.ts.
precision highp float;
precision highp int;
precision highp sampler2D;

in vec2 vDocument; // document px
out vec4 finalColor;

uniform sampler2D uPhoto;
uniform ivec2 uPhotoOrigin;
uniform float uPhotoTexel; // document px per texel
uniform vec3 uGrid;        // output px: fraction where they begin (x, y), per document px (z); z = 0: not aligned
uniform float uSpread;     // document px between the middle of an output px and its four taps

#ifdef HAS_MATTE
uniform sampler2D uMatte;
uniform ivec2 uMatteOrigin;
uniform float uMatteTexel;
#endif

// The middle of the output px in document px. Interpolation leaves a trembling last bit; the grid does not.
vec2 outputCenter() {
  if (uGrid.z == 0.0) return vDocument;
  return (floor(vDocument * uGrid.z - uGrid.xy) + uGrid.xy + 0.5) / uGrid.z;
}

vec4 photoAt(vec2 at) {
#if SAMPLING == EXACT
  return windowTexel(uPhoto, uPhotoOrigin, ivec2(floor(at)));
#elif SAMPLING == LINEAR
  return windowLinear(uPhoto, uPhotoOrigin, at / uPhotoTexel);
#else
  // One output px spans 1 to 2 texels: the mean of four linear taps in its quarters.
  vec4 a = windowLinear(uPhoto, uPhotoOrigin, (at + vec2(-uSpread, -uSpread)) / uPhotoTexel);
  vec4 b = windowLinear(uPhoto, uPhotoOrigin, (at + vec2(uSpread, -uSpread)) / uPhotoTexel);
  vec4 c = windowLinear(uPhoto, uPhotoOrigin, (at + vec2(-uSpread, uSpread)) / uPhotoTexel);
  vec4 d = windowLinear(uPhoto, uPhotoOrigin, (at + vec2(uSpread, uSpread)) / uPhotoTexel);
#ifdef HAS_ALPHA
  float alpha = a.a + b.a + c.a + d.a;
  return vec4((a.rgb * a.a + b.rgb * b.a + c.rgb * c.a + d.rgb * d.a) / max(alpha, 1e-6), alpha / 4.0);
#else
  return (a + b + c + d) / 4.0;
#endif
#endif
}

#ifdef HAS_MATTE
float matteAt(vec2 at) {
#if SAMPLING == EXACT
  return windowTexel(uMatte, uMatteOrigin, ivec2(floor(at))).r;
#elif SAMPLING == LINEAR
  return coverageLinear(uMatte, uMatteOrigin, at / uMatteTexel);
#else
  return (coverageLinear(uMatte, uMatteOrigin, (at + vec2(-uSpread, -uSpread)) / uMatteTexel) +
          coverageLinear(uMatte, uMatteOrigin, (at + vec2(uSpread, -uSpread)) / uMatteTexel) +
          coverageLinear(uMatte, uMatteOrigin, (at + vec2(-uSpread, uSpread)) / uMatteTexel) +
          coverageLinear(uMatte, uMatteOrigin, (at + vec2(uSpread, uSpread)) / uMatteTexel)) / 4.0;
#endif
}
#endif

void main() {
  vec2 at = outputCenter();
  float coverage = 1.0;
#ifdef HAS_MATTE
  coverage = matteAt(at);
#endif
#ifdef IS_ERASER
  finalColor = vec4(0.0, 0.0, 0.0, coverage);
#else
  vec4 photo = photoAt(at);
#ifdef HAS_ALPHA
  float alpha = max(photo.a, HIDDEN_ALPHA);
#else
  float alpha = 1.0;
#endif
  finalColor = premultiplied(photo.rgb, alpha * coverage);
#endif
}
