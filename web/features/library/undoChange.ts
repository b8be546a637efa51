import type { History, HistoryEntry } from '../history/history.ts';
import type { Library } from './libraryFile.ts';

/** Takes back a change to a library: the entries that it touched are as before, and all other entries as they are now. */
export const undoChange = (
  current: Library,
  { before, after }: Record<'before' | 'after', Library>,
): Library => ({
  films: restoreEntries(current.films, before.films, after.films),
  articles: restoreEntries(current.articles, before.articles, after.articles),
});

const restoreEntries = <Entry extends HistoryEntry>(
  current: History<Entry>,
  before: History<Entry>,
  after: History<Entry>,
): History<Entry> => {
  const entriesOf = (history: History<Entry>, isTouched: boolean) =>
    Object.entries(history).filter(([id]) => (before[id] !== after[id]) === isTouched);
  return Object.fromEntries([...entriesOf(current, false), ...entriesOf(before, true)]);
};
