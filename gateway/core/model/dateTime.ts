/** A time of RFC 3339 in the notation of the content service: with seconds, upper case letters, and a zone. */
const TIME =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Returns whether a value is the text of a calendar date that exists, e.g. not 30 February. */
export function isDate(value: unknown): boolean {
  const [, year = 0, month = 0, day = 0] = (typeof value === 'string' && DATE.exec(value)) || [];
  return Number(day) >= 1 && Number(day) <= daysInMonth(Number(year), Number(month));
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

/** Returns 0 for a month that does not exist. */
function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  if (month < 1 || month > 12) return 0;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Formats a time in UTC without empty fractions, as the content service does. */
export const formatTime = (time: Date): string => time.toISOString().replace('.000Z', 'Z');
