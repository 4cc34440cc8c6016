// Back to full size along one axis with the cubic B-spline, which shows no grid. In: packed. Out: packed, or coloured.
// Reach: 2 source texels. Twin: glow.reference.ts.
uniform vec2 uAxis;   // (1, 0) or (0, 1)
uniform float uScale; // target texels per source texel along the axis, a power of two

void main() {
  ivec2 at = targetTexel();
  ivec2 axis = ivec2(uAxis);
  float along = dot(vec2(at), uAxis);
  float place = (along + 0.5) / uScale - 0.5;
  float base = floor(place);
  float t = place - base;
  vec4 weights = vec4((1.0 - t) * (1.0 - t) * (1.0 - t), 4.0 - 6.0 * t * t + 3.0 * t * t * t,
                      1.0 + 3.0 * t + 3.0 * t * t - 3.0 * t * t * t, t * t * t) / 6.0;
  ivec2 first = at + axis * (int(base) - 1 - int(along));
  float sum = 0.0;
  for (int i = 0; i < 4; i++) sum += weights[i] * valueAt(first + axis * i);
  put(sum);
}
