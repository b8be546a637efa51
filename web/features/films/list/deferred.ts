/** The parts of the list of films that hydrate after the page. One module is one chunk, and so one request. */
export { FilmCardPage } from './FilmCardPage.tsx';
export { FilmFilters } from './FilmFilters.tsx';
export { FilmTimeline } from './FilmTimeline.tsx';
