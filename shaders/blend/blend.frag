// Composites a layer over its backdrop with a blend mode: W3C Compositing and Blending Level 1, §5.8.1 and §10.1. In:
// layer and backdrop, encoded in the working space, premultiplied. The formulas apply to straight colors. Out:
// premultiplied. MODE: the mode's index in modes.ts. If MODE is the number of modes, the shader composites in linear
// light with raised highlights, for a lens blur. Reach: 0 px. testing.ts has the same computation on the CPU.

in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uBackdrop;
uniform sampler2D uLayer;

float multiply(float b, float s) {
  return b * s;
}

float screen(float b, float s) {
  return b + s - b * s;
}

float hardLight(float b, float s) {
  return s <= 0.5 ? multiply(b, 2.0 * s) : screen(b, 2.0 * s - 1.0);
}

float softLight(float b, float s) {
  float d = b <= 0.25 ? ((16.0 * b - 12.0) * b + 4.0) * b : sqrt(b);
  return s <= 0.5 ? b - (1.0 - 2.0 * s) * b * (1.0 - b) : b + (2.0 * s - 1.0) * (d - b);
}

// Blends one channel. b: backdrop, s: source (the layer).
float blended(float b, float s) {
#if MODE == 1
  return multiply(b, s);
#elif MODE == 2
  return screen(b, s);
#elif MODE == 3
  return hardLight(s, b);
#elif MODE == 4
  return min(b, s);
#elif MODE == 5
  return max(b, s);
#elif MODE == 6
  return b <= 0.0 ? 0.0 : s >= 1.0 ? 1.0 : min(1.0, b / (1.0 - s));
#elif MODE == 7
  return b >= 1.0 ? 1.0 : s <= 0.0 ? 0.0 : 1.0 - min(1.0, (1.0 - b) / s);
#elif MODE == 8
  return hardLight(b, s);
#elif MODE == 9
  return softLight(b, s);
#elif MODE == 10
  return abs(b - s);
#else
  return s;
#endif
}

vec3 straight(vec4 color) {
  return color.a > 0.0 ? clamp(color.rgb / color.a, 0.0, 1.0) : vec3(0.0);
}

void main() {
  ivec2 at = ivec2(floor(vTexel));
  vec4 backdrop = texelFetch(uBackdrop, at, 0);
  vec4 layer = texelFetch(uLayer, at, 0);
  vec3 b = straight(backdrop), s = straight(layer);
#if MODE == 11
  float below = backdrop.a * (1.0 - layer.a);
  float alpha = layer.a + below;
  vec3 light = raised(linearOf(s)) * layer.a + raised(linearOf(b)) * below;
  finalColor = layer.a > 0.0 ? vec4(encodedOf(lowered(light / alpha)) * alpha, alpha) : backdrop;
  return;
#endif
  vec3 color = mix(s, vec3(blended(b.r, s.r), blended(b.g, s.g), blended(b.b, s.b)), backdrop.a);
  finalColor = vec4(layer.a * color, layer.a) + (1.0 - layer.a) * backdrop;
}
