// The enhancements of one pixel, fused: sharpness, tone, blacks, affine. Straight alpha, sRGB-encoded in and out; tone
// itself works in linear light. Nothing is clamped before the end, so a later step recovers what an earlier overshot.
// Neutral steps are left out by uTuneFlags: a constant in a specialised program, a uniform in the one for instant use.
// Reach: 0; low-passed luma and tone mask are made elsewhere. Twin: tune.reference.ts.
const int TONE = 1;
const int BLACKS = 2;
const int AFFINE = 4;
const int SHARPNESS = 8;
const int SHOULDER = 16;

#ifdef TUNE_FLAGS
const int uTuneFlags = TUNE_FLAGS;
#else
uniform int uTuneFlags;
#endif
uniform vec4 uTone;       // EV: exposure, shadows, highlights; w = curvature of the shoulder, 0 = none
uniform float uToe;       // of the blacks' curve, 0 = none
uniform mat3 uAffine;     // brightness, contrast, saturation, fade; identity = none
uniform vec3 uOffset;
uniform float uSharpness; // gain on detail, 0 = none

const float KNEE = 0.6;               // linear light; uniforms.ts has the same number
const float DARKEST = -10.0;          // floor of the tone base, log2 of linear light
const float LINEAR_END = -8.3192;     // log2 of the light below which sRGB is linear
const float DETAIL_NOISE = 1.5 / 255.0; // detail below is noise and stays
const float DETAIL_LIMIT = 0.12;      // overshoot tends to this

// Differences from the low-passed luma, noise left alone, limited so that no halo grows.
vec3 sharpened(vec3 color, float low) {
  float detail = dot(LUMA, color) - low;
  detail = sign(detail) * max(abs(detail) - DETAIL_NOISE, 0.0) * uSharpness;
  return max(color + detail / (1.0 + abs(detail) / DETAIL_LIMIT), 0.0);
}

// sRGB-encoded to log2 of linear light, where a gain is a sum: one logarithm and one power per channel in all.
vec3 logOf(vec3 encoded) {
  bvec3 isPower = greaterThan(encoded, vec3(0.04045));
  return log2(mix(max(encoded, 1e-9) / 12.92, (encoded + 0.055) / 1.055, isPower)) * mix(vec3(1.0), vec3(2.4), isPower);
}

vec3 encodedOfLog(vec3 light) {
  bvec3 isPower = greaterThan(light, vec3(LINEAR_END));
  vec3 power = exp2(mix(light, light / 2.4, isPower));
  return mix(12.92 * power, 1.055 * power - 0.055, isPower);
}

// `base` = edge-aware low-passed luma, encoded: it says how dark the neighbourhood is, so contrast within it survives.
vec3 toned(vec3 color, float base) {
  float ev = max(logOf(vec3(clamp(base, 0.0, 1.0))).r, DARKEST) + uTone.x;
  float dark = 1.0 - smoothstep(-6.0, -1.0, ev);
  float bright = smoothstep(-3.5, 0.0, ev);
  vec3 light = logOf(color) + (uTone.x + uTone.y * dark + uTone.z * bright);
  if ((uTuneFlags & SHOULDER) == 0) return encodedOfLog(light);
  light = exp2(light);
  vec3 over = max(light - KNEE, 0.0);
  return encodedOf(min(light, KNEE) + over / (1.0 + uTone.w * over));
}

vec3 deepened(vec3 color) {
  return (1.0 + uToe) * color * color / max(color + uToe, 1e-6);
}

// `mask` = slope and intercept of the tone base over luma at this place.
vec3 tuned(vec3 color, float low, vec2 mask) {
  float luma = dot(LUMA, color);
  if ((uTuneFlags & SHARPNESS) != 0) color = sharpened(color, low);
  if ((uTuneFlags & TONE) != 0) color = toned(color, mask.x * luma + mask.y);
  if ((uTuneFlags & BLACKS) != 0) color = deepened(color);
  if ((uTuneFlags & AFFINE) != 0) color = uAffine * color + uOffset;
  return clamp(color, 0.0, 1.0);
}

// Interleaved gradient noise [Jimenez 2014] at whole px, ±0.485 of an 8-bit step: breaks up banding, leaves exact
// 8-bit codes alone, and is the same in every strip.
vec3 dithered(vec3 color, vec2 px) {
  float noise = fract(52.9829189 * fract(dot(px, vec2(0.06711056, 0.00583715))));
  return color + (noise - 0.5) * (0.97 / 255.0);
}
