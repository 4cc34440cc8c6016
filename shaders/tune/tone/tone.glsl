// Exposure, shadows and highlights in linear light.
uniform vec4 uTone; // EV: exposure, shadows, highlights; w = curvature of the shoulder, 0 = none

const float KNEE = 0.6;           // linear light; step.ts has the same number
const float DARKEST = -10.0;      // floor of the tone base, log2 of linear light
const float LINEAR_END = -8.3192; // log2 of the light below which sRGB is linear

// Encoded by the curve of sRGB, to log2 of linear light, where a gain is a sum: one logarithm and one power per channel in all.
vec3 logOf(vec3 encoded) {
  bvec3 isPower = greaterThan(encoded, vec3(0.04045));
  return log2(mix(max(encoded, 1e-9) / 12.92, (encoded + 0.055) / 1.055, isPower)) * mix(vec3(1.0), vec3(2.4), isPower);
}

vec3 encodedOfLog(vec3 light) {
  bvec3 isPower = greaterThan(light, vec3(LINEAR_END));
  vec3 power = exp2(mix(light, light / 2.4, isPower));
  return mix(12.92 * power, 1.055 * power - 0.055, isPower);
}

// The tone base, an edge-aware low-passed luma, says how dark the neighbourhood is, so contrast within it survives.
vec3 toned(vec3 color, Surroundings here) {
  float base = here.mask.x * here.luma + here.mask.y;
  float ev = max(logOf(vec3(clamp(base, 0.0, 1.0))).r, DARKEST) + uTone.x;
  float dark = 1.0 - smoothstep(-6.0, -1.0, ev);
  float bright = smoothstep(-3.5, 0.0, ev);
  vec3 light = logOf(color) + (uTone.x + uTone.y * dark + uTone.z * bright);
  if ((uTuneFlags & SHOULDER) == 0) return encodedOfLog(light);
  light = exp2(light);
  vec3 over = max(light - KNEE, 0.0);
  return encodedOf(min(light, KNEE) + over / (1.0 + uTone.w * over));
}
