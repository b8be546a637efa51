/** What a film's card says of this reader, as one file. */
export { WatchedMark } from './WatchedMark.tsx';
export { WatchLater } from './WatchLater.tsx';
