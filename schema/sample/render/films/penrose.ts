import { ease, mix } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, type Size } from '../../canvas/linearImage.ts';
import { paintTile } from '../../drawing/paintTile.ts';
import { createTilePoint, findTiles } from '../../mathematics/penroseTiles.ts';
import type { Film } from '../film.ts';
import { tileSound } from '../sound/tileSound.ts';

const DURATION_SECONDS = 14;
const FPS = 24;
const PHI = (1 + Math.sqrt(5)) / 2;
/** The times in seconds at which the tiles begin to divide by one more level. */
const DIVISIONS = [1.4, 2.8, 4.1, 5.3, 10.2] as const;
const FIRST_LEVEL = 3;
/** The duration of the division of one tile, and the delay from the centre to the corners, in seconds. */
const DIVISION_SECONDS = 0.9;
const CORNER_DELAY_SECONDS = 0.7;

/** Returns the level of division at a distance from the centre; distant tiles divide later. */
function levelAt(seconds: number, distance: number): number {
  let level = FIRST_LEVEL;
  for (const moment of DIVISIONS) {
    const begin = moment + CORNER_DELAY_SECONDS * distance;
    level += ease(seconds, begin, begin + DIVISION_SECONDS);
  }
  return level;
}

function createRenderer(size: Size): (frame: number) => LinearImage {
  const light = blackImage(size);
  const { width, height, data } = light;
  const [coarse, fine] = [createTilePoint(), createTilePoint()];
  const [first, second] = [new Float64Array(3), new Float64Array(3)];
  return (frame) => {
    const time = frame / FPS;
    const fade = ease(time, 0, 0.9) * (1 - ease(time, 12.8, 13.95));
    // The radius of the wheel in pixels, its rotation, and the offset of the camera from its centre.
    const radius = 1.15 * width * Math.exp(0.055 * time + 0.32 * ease(time, 9, 14));
    const turn = 0.16 + 0.035 * time + 0.12 * ease(time, 8, 14);
    const wander = 0.22 * ease(time, 8, 14.5);
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const pixel = 1 / radius;
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, at += 3) {
        const across = (x + 0.5 - width / 2) * pixel;
        const down = (height / 2 - y - 0.5) * pixel;
        const px = across * cos - down * sin + wander;
        const py = across * sin + down * cos + wander * 0.4;
        const distance =
          Math.hypot((x + 0.5) / width - 0.5, (y + 0.5) / width - 0.5 * (height / width)) / 0.574;
        const level = levelAt(time, distance);
        const wholeLevel = Math.floor(level);
        const change = level - wholeLevel;
        findTiles(px, py, wholeLevel, coarse, fine);
        const edge = PHI ** -wholeLevel;
        paintTile(coarse, edge, pixel, first);
        if (change > 0) {
          paintTile(fine, edge / PHI, pixel, second);
          for (let c = 0; c < 3; c++) first[c] = mix(first[c]!, second[c]!, change);
        }
        const lit = fade * (1.02 - 0.22 * distance * distance);
        for (let c = 0; c < 3; c++) data[at + c] = first[c]! * lit;
      }
    return light;
  };
}

/** The rhombs of Roger Penrose, divided again and again. */
export const film: Film = {
  name: 'penrose',
  title: 'Penrose tiling',
  createdAt: '2026-07-20T09:00:00Z',
  policy: 'public',
  duration: DURATION_SECONDS,
  fps: FPS,
  segmentDuration: 3.5,
  crf: [33, 38, 37],
  previewStart: 3,
  textTracks: [
    { language: 'en', label: 'English (captions)', isClosedCaptions: true },
    { language: 'es', label: 'Español (subtítulos)', isClosedCaptions: false },
  ],
  createRenderer,
  sound: () => tileSound(DIVISIONS, DURATION_SECONDS),
};
