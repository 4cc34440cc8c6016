// Reading a window: a texture that holds a part of a picture at level k, one texel = 2^k document px.
// Texel coordinates are absolute (of the whole level) and all interpolation is our own, so that every window of one
// picture gives the same values to the last bit. Reads beyond the window give its border texel; a window ends where
// the picture ends or where nobody reads.

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

// Cubic B-spline: smooth, never overshoots, adds a variance of 1/3 texel². `at` in texels.
vec4 windowCubic(sampler2D window, ivec2 origin, vec2 at) {
  vec2 corner = at - 0.5;
  ivec2 first = ivec2(floor(corner));
  vec2 t = corner - vec2(first);
  vec2 t2 = t * t;
  vec2 t3 = t2 * t;
  vec2 weights[4] = vec2[4](
    (1.0 - 3.0 * t + 3.0 * t2 - t3) / 6.0, (4.0 - 6.0 * t2 + 3.0 * t3) / 6.0,
    (1.0 + 3.0 * t + 3.0 * t2 - 3.0 * t3) / 6.0, t3 / 6.0);
  vec4 sum = vec4(0.0);
  for (int y = 0; y < 4; y++)
    for (int x = 0; x < 4; x++)
      sum += windowTexel(window, origin, first + ivec2(x - 1, y - 1)) * (weights[x].x * weights[y].y);
  return sum;
}
