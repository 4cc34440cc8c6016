// A picture at half its size. Premultiplied in and out, any encoding. Reach: 2 texels. Twin: blur.reference.ts.
in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uSource;

vec4 source(ivec2 at) {
  return windowTexel(uSource, ivec2(0), at);
}
HALVE_OF(halved, source)

void main() {
  finalColor = halved(ivec2(floor(vTexel)));
}
