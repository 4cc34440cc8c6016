// Darkens or lightens the photo towards its corners, in linear light.
uniform vec3 uVignette; // x: -1 = black corners, 1 = white corners; y, z: where it begins and ends, 1 = the corners

vec3 vignetted(vec3 color, Surroundings here) {
  // An ellipse with the photo's proportions: 0 in the middle of the photo, 1 in each corner.
  float distance = length(here.place - 0.5) * 1.41421356;
  float share = smoothstep(uVignette.y, uVignette.z, distance) * abs(uVignette.x);
  vec3 light = linearOf(max(color, 0.0));
  return encodedOf(mix(light, vec3(uVignette.x > 0.0 ? 1.0 : 0.0), share));
}
