/** The parts of the layout that hydrate after the page. One module is one chunk, and so one request. */
export { FailurePage } from './ErrorPage.tsx';
export { Footer } from './Footer.tsx';
export { Header } from './Header.tsx';
