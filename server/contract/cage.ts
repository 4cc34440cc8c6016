/** Where the caged HEIC decoder's document is served, with a policy of its own. */
export const CAGE_PATH = '/heic.html'
