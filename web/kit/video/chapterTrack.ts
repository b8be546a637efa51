/** A chapter, which lasts until the next. */
export interface Chapter {
  /** In seconds. */
  readonly start: number;
  readonly title: string;
}

/** Added to the duration as the end of the last chapter, because a file can be longer than its stated duration. */
const DURATION_TOLERANCE_SECONDS = 10;

const formatTimestamp = (seconds: number): string => {
  const ms = Math.round(seconds * 1000);
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  return `${pad(Math.floor(ms / 3_600_000), 2)}:${pad(Math.floor(ms / 60_000) % 60, 2)}:${pad(Math.floor(ms / 1000) % 60, 2)}.${pad(ms % 1000, 3)}`;
};

/** Returns the data URL of a chapter track; null without chapters, or if the duration is unknown. */
export const chapterTrackUrl = (
  chapters: readonly Chapter[],
  duration: number | null | undefined,
): string | null =>
  chapters.length > 0 && duration
    ? `data:text/vtt;charset=utf-8,${encodeURIComponent(chapterTrack(chapters, duration))}`
    : null;

/**
 * Returns a WebVTT chapter track in which each chapter lasts until the next.
 * Source: https://www.w3.org/TR/webvtt1/
 * @param duration of the film, in seconds
 */
export const chapterTrack = (chapters: readonly Chapter[], duration: number): string =>
  [
    'WEBVTT',
    ...chapters.map(({ start, title }, index) => {
      const end = chapters[index + 1]?.start ?? duration + DURATION_TOLERANCE_SECONDS;
      // An empty line would end the cue, and these characters would be parsed as markup.
      const text = title
        .toWellFormed()
        .replace(/\s+/g, ' ')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('-->', '→');
      return `${formatTimestamp(start)} --> ${formatTimestamp(end)}\n${text}`;
    }),
    '',
  ].join('\n\n');
