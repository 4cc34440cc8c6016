// Premultiplied linear light, as the blur keeps it, back to a straight encoded colour.
vec3 straightOf(vec4 light) {
  return encodedOf(light.rgb / max(light.a, 1e-5));
}
