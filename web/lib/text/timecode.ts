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

/**
 * Parses the time of a `t` parameter to seconds: `75`, `75.5`, `75s`, `1m15s`, `1:15`, `1:02:03`. Returns null for anything
 * else.
 */
export const parseTime = (text: string | null): number | null => {
  if (!text) return null;
  if (/^\d+(\.\d+)?s?$/.test(text)) return Number.parseFloat(text);
  if (/^\d+(:[0-5]?\d){1,2}$/.test(text))
    return text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
  const [match, h, m, s] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text) ?? [];
  return match ? Number(h ?? 0) * 3600 + Number(m ?? 0) * 60 + Number(s ?? 0) : null;
};
