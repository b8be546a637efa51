/** A time of RFC 3339 in the notation of the content service: with seconds, upper case letters, and a zone. */
const TIME =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Returns whether a value is the text of a calendar date that exists, e.g. not 30 February. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !DATE.test(value)) return false;
  const time = new Date(`${value}T00:00:00Z`);
  // `new Date` moves 30 February to March.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
}

/** The times in UTC that have a text: the years 0000 to 9999, in milliseconds since 1970. */
export const FIRST_TIME_MS = -62_167_219_200_000;
export const LAST_TIME_MS = 253_402_300_799_999;

/** Returns whether a value is the text of a time: of RFC 3339, on a date that exists, and in the years 0000 to 9999 in UTC. */
export function isTime(value: unknown): boolean {
  const [text, date] = (typeof value === 'string' && TIME.exec(value)) || [];
  return text !== undefined && isDate(date) && hasText(Date.parse(text));
}

/** Returns whether a time has a text in UTC. */
export const hasText = (timeMs: number): boolean => timeMs >= FIRST_TIME_MS && timeMs <= LAST_TIME_MS;

/** Formats a time in UTC without empty fractions, as the content service does. */
export const formatTime = (time: Date): string => time.toISOString().replace('.000Z', 'Z');

/** Formats milliseconds since 1970 as a time in UTC; null for none. */
export const isoTime = (timeMs: number | null | undefined): string | null =>
  timeMs == null ? null : new Date(timeMs).toISOString();
