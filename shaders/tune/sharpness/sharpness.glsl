uniform float uSharpness; // gain on detail, 0 = none

const float DETAIL_NOISE = 1.5 / 255.0; // detail below is noise and stays
const float DETAIL_LIMIT = 0.12;        // overshoot tends to this

// Differences from the low-passed luma, noise left alone, limited so that no halo grows.
vec3 sharpened(vec3 color, Surroundings here) {
  float detail = dot(LUMA, color) - here.low;
  detail = sign(detail) * max(abs(detail) - DETAIL_NOISE, 0.0) * uSharpness;
  return max(color + detail / (1.0 + abs(detail) / DETAIL_LIMIT), 0.0);
}
