// Copies the alpha of a texture into a larger one of one channel, texel for texel; nothing around it.
// In: premultiplied RGBA. Out: R = coverage. Reach: 0.
in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uSource;
uniform vec2 uFirst; // where the source begins, texels of the target

void main() {
  ivec2 at = ivec2(floor(vTexel) - uFirst);
  ivec2 size = textureSize(uSource, 0);
  bool isInside = all(greaterThanEqual(at, ivec2(0))) && all(lessThan(at, size));
  finalColor = vec4(isInside ? texelFetch(uSource, at, 0).a : 0.0);
}
