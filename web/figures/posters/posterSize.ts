/** The size of the posters in pixels. */
export const POSTER_SIZE = { width: 960, height: 540 } as const;
