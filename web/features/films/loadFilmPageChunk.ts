/** Loads the parts of a film page that hydrate after the player. */
export const loadFilmPageChunk = () => import('./filmPageChunk.ts');
