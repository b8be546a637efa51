/** Days for which usage is stored. */
export const USAGE_DAYS = 90;
/** Clients with a key or token that are stored by name and version on a day. */
const MAX_AUTHENTICATED_CLIENTS = 100;
/** The same for clients without a key or token: their names are not verified, and anybody can send new names. */
export const MAX_ANONYMOUS_CLIENTS = 25;
/** Schema coordinates that are stored for a client on a day. */
export const MAX_COORDINATES = 5_000;
/** Counts clients and coordinates beyond the limits. */
export const OTHER = 'other';

const DAY_MS = 86_400_000;

/** The operations of one client, by schema coordinate. */
export interface ClientUsage {
  readonly client: string;
  /** Empty if unknown. */
  readonly version: string;
  readonly isAuthenticated: boolean;
  readonly operations: ReadonlyMap<string, number>;
}

/** The usage of a client on a day, as stored. */
export interface StoredUsage {
  /** E.g. `2026-11-23`. */
  readonly day: string;
  readonly client: string;
  readonly version: string;
  readonly operations: Readonly<Record<string, number>>;
}

/** The usage of the schema by day, client and coordinate. */
export interface UsageStore {
  /** Adds to the counts of a day, and deletes days that are older than `USAGE_DAYS`. */
  add(day: string, usage: readonly ClientUsage[]): Promise<void>;
  /** Returns the usage since a day. */
  read(since: string): Promise<readonly StoredUsage[]>;
}

/** Returns the day of a time in UTC. @param time milliseconds since 1970 */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns the first day that is stored on a day. */
export const firstDay = (day: string, days: number = USAGE_DAYS): string =>
  dayOf(Date.parse(day) - (days - 1) * DAY_MS);

/** Returns the limit of the clients of a day. */
export const maxClients = (isAuthenticated: boolean): number =>
  isAuthenticated ? MAX_AUTHENTICATED_CLIENTS : MAX_ANONYMOUS_CLIENTS;
