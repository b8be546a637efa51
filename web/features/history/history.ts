/** The common properties of the states of a film and of an article. Times are Unix timestamps in milliseconds; 0 means never. */
export interface HistoryEntry {
  /** The global id of the film or article. */
  readonly id: string;
  /** The position to continue at; 0 for the start. */
  readonly position: number;
  /** The time at which it was saved for later. */
  readonly savedAt: number;
}

/** The states of films or articles, by id. */
export type History<Entry extends HistoryEntry> = Readonly<Record<string, Entry>>;

/** The maximum number of entries; the entries with the oldest activity are dropped. */
export const MAX_ENTRIES = 500;

interface HistoryOptions<Entry> {
  /** The version of the stored entries. Entries of another version are dropped. */
  version: number;
  /** The attribute of the stored object that contains the entries. */
  attribute: string;
  /** Returns whether a stored value is an entry. */
  isEntry: (value: unknown) => value is Entry;
  /** Returns the time at which an entry was last watched or read. */
  usedAt: (entry: Entry) => number;
  /** Returns the properties of both that the merged entry keeps: for example, whether one of them was watched to the end. */
  mergeFlags: (one: Entry, other: Entry) => Partial<Entry>;
}

/** The functions of one kind of history. */
interface HistoryFunctions<Entry extends HistoryEntry> {
  /** Creates a history of the entries with the latest activity. */
  create: (entries: readonly Entry[]) => History<Entry>;
  /** Adds or replaces an entry. An entry that is neither used nor saved is removed. */
  setEntry: (history: History<Entry>, entry: Entry) => History<Entry>;
  /** Returns the entries that fulfil a condition, sorted by a time, latest first. */
  select: (
    history: History<Entry>,
    isIncluded: (entry: Entry) => boolean,
    timeOf?: (entry: Entry) => number,
  ) => Entry[];
  /** Returns the entries with a position to continue at, last used first. */
  inProgress: (history: History<Entry>) => Entry[];
  /** Returns the entries that are saved for later, last saved first. */
  saved: (history: History<Entry>) => Entry[];
  /** Merges two histories: of each entry, the state of its latest use, and the latest time at which it was saved. */
  merge: (one: History<Entry>, other: History<Entry>) => History<Entry>;
  /** Parses a stored history. Invalid entries are dropped; null for another version or no history. */
  parse: (stored: unknown) => History<Entry> | null;
  /** Returns the history as the text to store. */
  stringify: (history: History<Entry>) => string;
}

/** Returns the functions of a kind of history. */
export const historyFunctions = <Entry extends HistoryEntry>({
  version,
  attribute,
  isEntry,
  usedAt,
  mergeFlags,
}: HistoryOptions<Entry>): HistoryFunctions<Entry> => {
  const lastActivity = (entry: Entry): number => Math.max(usedAt(entry), entry.savedAt);
  const sort = (entries: readonly Entry[], timeOf: (entry: Entry) => number): Entry[] =>
    entries.toSorted((a, b) => timeOf(b) - timeOf(a));
  const create: HistoryFunctions<Entry>['create'] = (entries) =>
    Object.fromEntries(
      sort(entries, lastActivity)
        .slice(0, MAX_ENTRIES)
        .map((entry) => [entry.id, entry]),
    );
  const select: HistoryFunctions<Entry>['select'] = (history, isIncluded, timeOf = usedAt) =>
    sort(Object.values(history).filter(isIncluded), timeOf);
  return {
    create,
    select,
    setEntry: (history, entry) => {
      const { [entry.id]: known, ...remainingEntries } = history;
      if (lastActivity(entry) === 0) return known ? remainingEntries : history;
      return create([...Object.values(remainingEntries), entry]);
    },
    inProgress: (history) => select(history, ({ position }) => position > 0),
    saved: (history) =>
      select(
        history,
        ({ savedAt }) => savedAt > 0,
        ({ savedAt }) => savedAt,
      ),
    merge: (one, other) => {
      const merged = new Map(Object.entries(one));
      for (const entry of Object.values(other)) {
        const known = merged.get(entry.id) ?? entry;
        const latest = usedAt(known) >= usedAt(entry) ? known : entry;
        merged.set(entry.id, {
          ...latest,
          ...mergeFlags(known, entry),
          savedAt: Math.max(known.savedAt, entry.savedAt),
        });
      }
      return create([...merged.values()]);
    },
    parse: (stored) => {
      const object = (stored ?? {}) as Readonly<Record<string, unknown>>;
      const entries = object[attribute];
      if (object.version !== version || typeof entries !== 'object' || entries === null) return null;
      return create(Object.values(entries).filter(isEntry));
    },
    stringify: (history) => JSON.stringify({ version, [attribute]: history }),
  };
};

/** Returns whether a stored value is a number of at least 0, e.g. a position or a time. */
export const isNonNegative = (value: unknown): value is number =>
  Number.isFinite(value) && (value as number) >= 0;
