/** What stands around a film's screen, as one file: a dozen of them take a slow telephone longer than what is in them. */
export { FilmBody } from './FilmBody.tsx';
export { FilmHead } from './FilmHead.tsx';
export { Neighbourhood } from './up-next/AdjacentFilms.tsx';
export { NextFilm } from './up-next/NextFilmOverlay.tsx';
export { Sequel } from './up-next/PrevNextNav.tsx';
