/** The parts of a film page that hydrate after the player. One module is one chunk, and so one request. */
export { FilmBody } from './FilmBody.tsx';
export { FilmHead } from './head/FilmHead.tsx';
export { MiniPlayer } from './mini-player/MiniPlayer.tsx';
export { AdjacentFilms } from './up-next/AdjacentFilms.tsx';
export { CollectionEndOverlay } from './up-next/CollectionEndOverlay.tsx';
export { NextFilmOverlay } from './up-next/NextFilmOverlay.tsx';
export { PrevNextNav } from './up-next/PrevNextNav.tsx';
