#version 300 es
// Premultiplied to straight alpha, pixel by pixel. In: encoded in the working space, premultiplied. Out: the same, straight.
// Point filter: reach 0. A copy row by row, so gl_FragCoord is the texel and no picture depends on it.
// Twin: straight.reference.ts.
precision highp float;

uniform sampler2D uComposite;
out vec4 finalColor;

void main() {
  vec4 color = texelFetch(uComposite, ivec2(gl_FragCoord.xy), 0);
  finalColor = color.a > 0.0 ? vec4(clamp(color.rgb / color.a, 0.0, 1.0), color.a) : vec4(0.0);
}
