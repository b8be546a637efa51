/** The parts of the home page that hydrate after the lead film. One module is one chunk, and so one request. */
export { ContinueReadingRow } from '../library/ContinueReadingRow.tsx';
export { ContinueRow } from '../library/ContinueRow.tsx';
export { HomeSections } from './HomeSections.tsx';
export { LeadVideo } from './LeadVideo.tsx';
