uniform float uToe; // of the blacks' curve, 0 = none

vec3 deepened(vec3 color, Surroundings here) {
  return (1.0 + uToe) * color * color / max(color + uToe, 1e-6);
}
