#version 300 es
// A texture over a target of its size, texel on px, as it is. In and out: premultiplied, encoded in any space. Reach 0. A copy
// row by row, so gl_FragCoord is the texel and no picture depends on it. Twin: none, it computes nothing.
precision highp float;

uniform sampler2D uTexture;
out vec4 finalColor;

void main() {
  finalColor = texelFetch(uTexture, ivec2(gl_FragCoord.xy), 0);
}
