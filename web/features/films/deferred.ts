/** The parts of a film page that hydrate after the player. One module is one chunk, and so one request. */
export { FilmBody } from './FilmBody.tsx';
export { FilmHead } from './FilmHead.tsx';
export { Neighbourhood } from './up-next/AdjacentFilms.tsx';
export { NextFilm } from './up-next/NextFilmOverlay.tsx';
export { Sequel } from './up-next/PrevNextNav.tsx';
