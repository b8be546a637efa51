/** What lies under the film that the front page opens with, as one file. */
export { ContinueRow } from '../watch-history/library/ContinueRow.tsx';
export { HomeRooms } from './HomeRooms.tsx';
