/** Returns Chromium's arguments for the graphics `gl`, the value of `--gl`. */
export const graphicsArguments = (gl: string): string[] =>
  ANGLE[gl] ?? ['--use-gl=angle', `--use-angle=${gl}`, '--ignore-gpu-blocklist']

const ANGLE: Record<string, string[]> = {
  // Without a graphics card, Chromium paints pages on the processor. Debian's launcher forces the GPU, which would run
  // in software.
  swiftshader: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-rasterization'],
  egl: ['--use-gl=angle', '--use-angle=gl-egl', '--ignore-gpu-blocklist'],
}
