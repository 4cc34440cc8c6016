// Copies a texture texel by texel. In and out: any encoding. Reach: 0. Twin: none, it computes nothing.

in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uSource;

void main() {
  finalColor = texelFetch(uSource, ivec2(floor(vTexel)), 0);
}
