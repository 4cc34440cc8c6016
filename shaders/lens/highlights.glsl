// Raises the highlights of linear light before a lens blur, and lowers them again. CPU references: `raised`, `lowered`.
uniform vec2 uRaise; // factor (0 = neutral), and the linear light where highlights start

vec3 raised(vec3 light) {
  vec3 above = max(light - uRaise.y, 0.0);
  return light + uRaise.x * above * above;
}

vec3 lowered(vec3 light) {
  vec3 above = max(light - uRaise.y, 0.0);
  return min(light, uRaise.y) + 2.0 * above / (1.0 + sqrt(1.0 + 4.0 * uRaise.x * above));
}
