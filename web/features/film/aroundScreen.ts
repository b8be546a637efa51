/** What stands around a film's screen, as one file: a dozen of them take a slow telephone longer than what is in them. */
export { FilmBody } from './FilmBody.tsx';
export { FilmHead } from './FilmHead.tsx';
export { Neighbourhood } from './Neighbourhood.tsx';
export { NextFilm } from './NextFilm.tsx';
export { Sequel } from './Sequel.tsx';
