/** Written into the service worker when it is built. */
declare const __RELEASE__: import('./release.ts').Release
