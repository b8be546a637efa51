/** Parts of the layout that hydrate after the page. One module is one chunk, so one request. */
export { ErrorPage } from './ErrorPage.tsx';
export { Footer } from './Footer.tsx';
export { Header } from './Header.tsx';
