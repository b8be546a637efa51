import { expect, test } from '@jest/globals';
import { mediaId } from './mediaId.ts';
import { readPlaylist } from './output/playlist.ts';
import { addNote, fade, silence } from './sound/sound.ts';

test('fade: silences both ends and leaves the middle', () => {
  const sound = silence(1);
  addNote(sound, { at: 0, pitch: 440, gain: 0.5, pan: -0.5, decay: 2 });
  const middle = sound.left[24_000];
  fade(sound, 0.1, 0.1);
  expect(sound.left[0]).toBe(0);
  expect(Math.abs(sound.left.at(-1)!)).toBeLessThan(1e-6);
  expect(sound.left[24_000]).toBe(middle);
  expect(Math.abs(sound.left[24_010]!)).toBeGreaterThan(Math.abs(sound.right[24_010]!));
});

test('mediaId: returns distinct alphanumeric ids of 40 to 46 characters', () => {
  const ids = ['asset', 'playback', 'video'].flatMap((kind) => ['a', 'b'].map((name) => mediaId(kind, name)));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{40,46}$/);
});

test('readPlaylist: names the missing line of a playlist without byte ranges', () => {
  expect(() => readPlaylist('#EXTM3U\n#EXTINF:4,\na.ts\n')).toThrow('#EXT-X-MAP');
});
