interface Chapter {
  start: number;
  title: string;
}

/** Seconds by which a file may last longer than it is said to: the last chapter goes on to its very end. */
const SLACK = 10;

const stamp = (seconds: number): string => {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, length: number) => String(value).padStart(length, '0');
  return `${part(Math.floor(ms / 3_600_000), 2)}:${part(Math.floor(ms / 60_000) % 60, 2)}:${part(Math.floor(ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`;
};

/**
 * Chapters as a WebVTT track (https://www.w3.org/TR/webvtt1/), each lasting until the next begins.
 * @param duration the film's, in seconds; the last chapter ends a little beyond it
 */
export const chapterTrack = (chapters: readonly Chapter[], duration: number): string =>
  [
    'WEBVTT',
    ...chapters.map(({ start, title }, at) => {
      const end = chapters[at + 1]?.start ?? duration + SLACK;
      // A cue's text ends at an empty line, and an arrow or an ampersand would be read as markup.
      const text = title
        .replace(/\s+/g, ' ')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('-->', '→');
      return `${stamp(start)} --> ${stamp(end)}\n${text}`;
    }),
    '',
  ].join('\n\n');
