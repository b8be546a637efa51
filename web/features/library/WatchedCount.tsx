import { useWatched } from './readersLibrary.ts';

/** How many of some films this reader has seen to their end: `, 2 of them watched`; nothing when none. */
export const WatchedCount = ({ ids }: { ids: readonly string[] }) => {
  const watched = new Set(useWatched().split(' '));
  const count = ids.filter((id) => watched.has(id)).length;
  if (count === 0) return null;
  return <>, {count === ids.length ? 'all of them' : `${count} of them`} watched</>;
};
