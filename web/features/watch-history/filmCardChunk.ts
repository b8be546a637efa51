/** The controls of a film card that show the watch history. One module is one chunk, and so one request. */
export { WatchedMark } from './WatchedMark.tsx';
export { WatchLaterButton } from './WatchLaterButton.tsx';
