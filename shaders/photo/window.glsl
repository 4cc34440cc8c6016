// Reads a window: a texture with a part of an image at level k, one texel = 2^k document px. Texel coordinates are
// absolute (of the whole level), and the shader interpolates, so all windows of an image give identical values. Reads
// beyond the window return its border texel.

vec4 windowTexel(sampler2D window, ivec2 origin, ivec2 at) {
  return texelFetch(window, clamp(at - origin, ivec2(0), textureSize(window, 0) - 1), 0);
}

// Defines NAME(at): linear interpolation of READ(texel), `at` in texels.
#define LINEAR_OF(TYPE, NAME, READ)                                                    \
  TYPE NAME(vec2 at) {                                                                 \
    vec2 corner = at - 0.5;                                                            \
    ivec2 first = ivec2(floor(corner));                                                \
    vec2 part = corner - vec2(first);                                                  \
    TYPE top = mix(READ(first), READ(first + ivec2(1, 0)), part.x);                    \
    TYPE bottom = mix(READ(first + ivec2(0, 1)), READ(first + ivec2(1, 1)), part.x);   \
    return mix(top, bottom, part.y);                                                   \
  }

// Cubic B-spline: smooth, without overshoot, adds a variance of 1/3 texel². `at` in texels. Unrolled row by row,
// because software GL stores an array indexed by a loop in memory.
vec4 windowCubicRow(sampler2D window, ivec2 last, ivec2 columns, ivec2 further, int y, vec4 weights) {
  int row = clamp(y, 0, last.y);
  return texelFetch(window, ivec2(columns.x, row), 0) * weights.x + texelFetch(window, ivec2(columns.y, row), 0) * weights.y +
         texelFetch(window, ivec2(further.x, row), 0) * weights.z + texelFetch(window, ivec2(further.y, row), 0) * weights.w;
}

vec4 cubicWeights(float t) {
  float t2 = t * t;
  float t3 = t2 * t;
  return vec4(1.0 - 3.0 * t + 3.0 * t2 - t3, 4.0 - 6.0 * t2 + 3.0 * t3, 1.0 + 3.0 * t + 3.0 * t2 - 3.0 * t3, t3) / 6.0;
}

vec4 windowCubic(sampler2D window, ivec2 origin, vec2 at) {
  vec2 corner = at - 0.5;
  vec2 low = floor(corner);
  ivec2 first = ivec2(low) - origin;
  vec4 across = cubicWeights(corner.x - low.x);
  vec4 down = cubicWeights(corner.y - low.y);
  ivec2 last = textureSize(window, 0) - 1;
  ivec2 columns = clamp(first.x + ivec2(-1, 0), ivec2(0), last.xx);
  ivec2 further = clamp(first.x + ivec2(1, 2), ivec2(0), last.xx);
  return windowCubicRow(window, last, columns, further, first.y - 1, across) * down.x +
         windowCubicRow(window, last, columns, further, first.y, across) * down.y +
         windowCubicRow(window, last, columns, further, first.y + 1, across) * down.z +
         windowCubicRow(window, last, columns, further, first.y + 2, across) * down.w;
}
