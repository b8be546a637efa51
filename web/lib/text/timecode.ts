import { pluralize } from './pluralize.ts';

/** Formats seconds as a timecode: `0:07`, `12:30`, `1:02:03`. Fractions are dropped. */
export const timecode = (seconds: number): string => {
  const totalSeconds = Math.max(0, Math.floor(seconds));
  const [h, m, s] = [Math.floor(totalSeconds / 3600), Math.floor(totalSeconds / 60) % 60, totalSeconds % 60];
  const pad = (n: number) => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
};

/** Formats seconds as an ISO 8601 duration: `PT12M30S`. */
export const isoDuration = (seconds: number): string => {
  const totalSeconds = Math.max(0, Math.round(seconds));
  return `PT${Math.floor(totalSeconds / 60)}M${totalSeconds % 60}S`;
};

/** Formats seconds in words, for screen readers: `1 minute 12 seconds`. */
export const durationInWords = (seconds: number): string => {
  const totalSeconds = Math.max(0, Math.round(seconds));
  const [m, s] = [Math.floor(totalSeconds / 60), totalSeconds % 60];
  return [m > 0 && pluralize(m, 'minute'), (s > 0 || m === 0) && pluralize(s, 'second')]
    .filter(Boolean)
    .join(' ');
};

const CLOCK_TIME = /^\d+(:[0-5]?\d){0,2}(\.\d+)?$/;
const UNIT_TIME = /^(?:(\d+)h ?)?(?:(\d+)m ?)?(?:(\d+(?:\.\d+)?)s)?$/;

/**
 * Parses a time to seconds: `75`, `75.5`, `75s`, `1m15s`, `1h2m3s`, `1:15`, `1:02:03`. Returns null for
 * anything else.
 */
export const parseTime = (text: string | null): number | null => {
  const time = text?.trim().toLowerCase();
  if (!time) return null;
  const units = UNIT_TIME.exec(time)?.slice(1);
  const parts = CLOCK_TIME.test(time) ? time.split(':') : units?.map((part) => part ?? '0');
  const seconds = parts?.reduce((sum, part) => sum * 60 + Number(part), 0);
  return seconds !== undefined && Number.isFinite(seconds) ? seconds : null;
};
