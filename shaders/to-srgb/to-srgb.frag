// Display P3 to sRGB, for a screen that shows no more, pixel by pixel. In: premultiplied, encoded. Out: the same in sRGB;
// colours outside are clipped. Point filter: reach 0. TO_SRGB converts linear light. Twin: `converted` in color-space.
uniform sampler2D uPicture;
out vec4 finalColor;

void main() {
  vec4 color = texelFetch(uPicture, ivec2(gl_FragCoord.xy), 0);
  vec3 straight = clamp(color.rgb / max(color.a, 1e-6), 0.0, 1.0);
  finalColor = premultiplied(clamp(encodedOf(TO_SRGB * linearOf(straight)), 0.0, 1.0), color.a);
}
