import { pluralize } from './pluralize.ts';

/** Seconds as a timecode: `0:07`, `12:30`, `1:02:03`. Fractions are dropped. */
export const timecode = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
};

/** Seconds as a machine reads them in `<time dateTime>`: `PT12M30S`. */
export const isoDuration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  return `PT${Math.floor(whole / 60)}M${whole % 60}S`;
};

/** Seconds in words, for those who hear the page: `1 minute 12 seconds`. */
export const spokenDuration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  const [m, s] = [Math.floor(whole / 60), whole % 60];
  return [m > 0 && pluralize(m, 'minute'), (s > 0 || m === 0) && pluralize(s, 'second')]
    .filter(Boolean)
    .join(' ');
};

/**
 * The second named by `?t=`: `75`, `75.5`, `75s`, `1m15s`, `1:15`, `1:02:03`.
 * @returns seconds; null when there is none or it cannot be read
 */
export const parseTime = (text: string | null): number | null => {
  if (!text) return null;
  if (/^\d+(\.\d+)?s?$/.test(text)) return Number.parseFloat(text);
  if (/^\d+(:[0-5]?\d){1,2}$/.test(text))
    return text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
  const [whole, h, m, s] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text) ?? [];
  return whole ? Number(h ?? 0) * 3600 + Number(m ?? 0) * 60 + Number(s ?? 0) : null;
};
