// Reading a window: a texture that holds a part of a picture at level k, one texel = 2^k document px.
// Texel coordinates are absolute (of the whole level), so that every window of one picture gives the same values.
// Reads beyond the window give its border texel; a window ends where the picture ends or where nobody reads.

vec4 windowTexel(sampler2D window, ivec2 origin, ivec2 at) {
  return texelFetch(window, clamp(at - origin, ivec2(0), textureSize(window, 0) - 1), 0);
}

// Straight alpha: colours are weighted by their alpha, else hidden colours would bleed into the edges.
vec4 windowLinear(sampler2D window, ivec2 origin, vec2 at) {
  vec2 corner = at - 0.5;
  ivec2 first = ivec2(floor(corner));
  vec2 part = corner - vec2(first);
  vec4 a = windowTexel(window, origin, first);
  vec4 b = windowTexel(window, origin, first + ivec2(1, 0));
  vec4 c = windowTexel(window, origin, first + ivec2(0, 1));
  vec4 d = windowTexel(window, origin, first + ivec2(1, 1));
#ifdef HAS_ALPHA
  vec4 weights = vec4((1.0 - part.x) * (1.0 - part.y), part.x * (1.0 - part.y), (1.0 - part.x) * part.y, part.x * part.y);
  vec4 alphas = weights * vec4(a.a, b.a, c.a, d.a);
  float alpha = alphas.x + alphas.y + alphas.z + alphas.w;
  vec3 sum = a.rgb * alphas.x + b.rgb * alphas.y + c.rgb * alphas.z + d.rgb * alphas.w;
  return vec4(sum / max(alpha, 1e-6), alpha);
#else
  return mix(mix(a, b, part.x), mix(c, d, part.x), part.y);
#endif
}

float coverageLinear(sampler2D window, ivec2 origin, vec2 at) {
  vec2 corner = at - 0.5;
  ivec2 first = ivec2(floor(corner));
  vec2 part = corner - vec2(first);
  float a = windowTexel(window, origin, first).r;
  float b = windowTexel(window, origin, first + ivec2(1, 0)).r;
  float c = windowTexel(window, origin, first + ivec2(0, 1)).r;
  float d = windowTexel(window, origin, first + ivec2(1, 1)).r;
  return mix(mix(a, b, part.x), mix(c, d, part.x), part.y);
}
