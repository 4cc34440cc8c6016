uniform mat3 uAffine; // brightness, contrast, saturation, fade; identity = none
uniform vec3 uOffset;

vec3 colored(vec3 color, Surroundings here) {
  return uAffine * color + uOffset;
}
