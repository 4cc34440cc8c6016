// A gain of each channel in linear light of the working space. Grey keeps its luminance.
uniform vec3 uWhiteBalance; // 1 = neutral

vec3 balanced(vec3 color, Surroundings here) {
  return encodedOf(linearOf(max(color, 0.0)) * uWhiteBalance);
}
