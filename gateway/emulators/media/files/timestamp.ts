/** Formats a time in seconds as a timestamp of WebVTT: `00:01:02.500`. The hours have as many digits as they need. */
export function formatTimestamp(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const twoDigits = (n: number) => String(Math.floor(n)).padStart(2, '0');
  return `${twoDigits(ms / 3_600_000)}:${twoDigits((ms / 60_000) % 60)}:${twoDigits((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`;
}
