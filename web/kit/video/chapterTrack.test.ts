import { describe, expect, test } from '@jest/globals';
import { chapterTrack } from './chapterTrack.ts';

describe('chapter track', () => {
  test('ends each chapter at the next, and the last one after the stated duration', () => {
    const track = chapterTrack(
      [
        { start: 0, title: 'One beginning' },
        { start: 4.5, title: 'A hair’s breadth' },
      ],
      3725.25,
    );
    expect(track).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:04.500\nOne beginning\n\n00:00:04.500 --> 01:02:15.250\nA hair’s breadth\n\n',
    );
  });

  test('escapes titles, so that none can end its cue or start another', () => {
    const track = chapterTrack([{ start: 0, title: 'a\n\n00:01.000 --> 00:02.000\nb <i> & c' }], 9);
    expect(track.split('\n\n')).toHaveLength(3);
    expect(track).toContain('a 00:01.000 → 00:02.000 b &lt;i> &amp; c');
  });
});
