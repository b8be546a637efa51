import { useSyncExternalStore } from 'react';
import {
  type PersistentStore,
  persistentStore,
  usePersistentStore,
} from '../../components/persistentStore.ts';
import {
  EMPTY_LIBRARY,
  type KeptFilm,
  type Library,
  markWatched,
  notePlace,
  parseLibrary,
  saveForLater,
  toContinue,
} from './watchHistory.ts';

const store = persistentStore<Library>({ key: 'library', empty: EMPTY_LIBRARY, parse: parseLibrary });

/** Where it is kept that there is something to go on with. */
const CONTINUES = 'continues';

/** Makes room for the films to go on with before anything is painted: code for a script ahead of the page. */
export const continuesScript = `try{if(localStorage.getItem(${JSON.stringify(CONTINUES)}))document.documentElement.dataset.continues=""}catch{};`;

/**
 * Tells whether the front page must leave room for films to go on with: on this page, and to the script of the next
 * that runs before its first paint, where it is too early to read a whole library.
 */
const announceContinued = (library: Library): void => {
  const continues = toContinue(library).length > 0;
  document.documentElement.toggleAttribute('data-continues', continues);
  try {
    if (continues) localStorage.setItem(CONTINUES, '1');
    else localStorage.removeItem(CONTINUES);
  } catch {
    // Nothing may be kept here; then nothing is continued on the next visit either.
  }
};

/** This reader's library. */
export const readersLibrary: PersistentStore<Library> = {
  ...store,
  update(change) {
    store.update(change);
    announceContinued(store.get());
  },
};

/** What this reader keeps; renders again when it changes. Empty on a server and while a page wakes up. */
export const useLibrary = (): Library => usePersistentStore(readersLibrary);

/** Which films this reader has watched to their end: ids with a space between; renders again only when that changes. */
export const useWatched = (): string =>
  useSyncExternalStore(
    readersLibrary.subscribe,
    () =>
      Object.values(readersLibrary.get().films)
        .flatMap(({ id, watched }) => (watched ? [id] : []))
        .sort()
        .join(' '),
    () => '',
  );

/** What this reader has done with one film; renders again only when that changes. */
export const useKeptFilm = (id: string): KeptFilm | undefined =>
  useSyncExternalStore(
    readersLibrary.subscribe,
    () => readersLibrary.get().films[id],
    () => undefined,
  );

/** Notes in the reader's library where they are in a film, in seconds. */
export const rememberPlace = (id: string, at: { place: number; length: number }): void =>
  readersLibrary.update((library) => notePlace(library, id, at, Date.now()));

/** Puts a film aside for later in the reader's library, or takes it back. */
export const rememberForLater = (id: string, saved: boolean): void =>
  readersLibrary.update((library) => saveForLater(library, id, saved, Date.now()));

/** Notes in the reader's library that they have watched a film, of this many seconds, or takes that back. */
export const rememberWatched = (id: string, at: { watched: boolean; length: number }): void =>
  readersLibrary.update((library) => markWatched(library, id, at, Date.now()));
