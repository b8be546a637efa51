import { expect, test } from '@jest/globals';
import { chapterTrack } from './chapterTrack.ts';

test('each chapter lasts until the next, the last beyond the end that is told, which may be early', () => {
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

test('a title cannot end its cue or begin another', () => {
  const track = chapterTrack([{ start: 0, title: 'a\n\n00:01.000 --> 00:02.000\nb <i> & c' }], 9);
  expect(track.split('\n\n')).toHaveLength(3);
  expect(track).toContain('a 00:01.000 → 00:02.000 b &lt;i> &amp; c');
});
