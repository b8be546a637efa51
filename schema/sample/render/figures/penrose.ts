import { darkness, type Light, type Size } from '../canvas/light.ts';
import { ease, mix } from '../canvas/motion.ts';
import { paintTile } from '../drawing/tileGlaze.ts';
import type { Figure } from '../figure.ts';
import { findTiles, tileAt } from '../mathematics/penroseTiles.ts';
import { tileSound } from '../sound/tileSound.ts';

const DURATION = 14;
const FPS = 24;
const PHI = (1 + Math.sqrt(5)) / 2;
/** The moments at which the tiles begin to divide, each into one more level. */
const DIVISIONS = [1.4, 2.8, 4.1, 5.3, 10.2] as const;
const FIRST_LEVEL = 3;
/** How long one tile takes to divide, and how long the change takes from the middle to the corners, in seconds. */
const CHANGE = 0.9;
const SPREAD = 0.7;

/** How far the division of a place has come, in levels; places farther out come later. */
function levelAt(seconds: number, out: number): number {
  let level = FIRST_LEVEL;
  for (const moment of DIVISIONS) {
    const begin = moment + SPREAD * out;
    level += ease(seconds, begin, begin + CHANGE);
  }
  return level;
}

function begin(size: Size): (frame: number) => Light {
  const light = darkness(size);
  const { width, height, data } = light;
  const [coarse, fine] = [tileAt(), tileAt()];
  const [first, second] = [new Float64Array(3), new Float64Array(3)];
  return (frame) => {
    const time = frame / FPS;
    const shown = ease(time, 0, 0.9) * (1 - ease(time, 12.8, 13.95));
    // The wheel's radius in pixels, its turn, and how far the eye has wandered from its middle.
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
        const from = Math.hypot((x + 0.5) / width - 0.5, (y + 0.5) / width - 0.5 * (height / width)) / 0.574;
        const level = levelAt(time, from);
        const whole = Math.floor(level);
        const change = level - whole;
        findTiles(px, py, whole, coarse, fine);
        const edge = PHI ** -whole;
        paintTile(coarse, edge, pixel, first);
        if (change > 0) {
          paintTile(fine, edge / PHI, pixel, second);
          for (let c = 0; c < 3; c++) first[c] = mix(first[c]!, second[c]!, change);
        }
        const lit = shown * (1.02 - 0.22 * from * from);
        for (let c = 0; c < 3; c++) data[at + c] = first[c]! * lit;
      }
    return light;
  };
}

/** Roger Penrose's two rhombs, divided again and again. */
export const figure: Figure = {
  name: 'penrose',
  title: 'Penrose tiling',
  createdAt: '2026-07-20T09:00:00Z',
  policy: 'public',
  duration: DURATION,
  fps: FPS,
  segment: 3.5,
  quality: [35.5, 37],
  preview: 3,
  texts: [
    { language: 'en', label: 'English (captions)', closedCaptions: true },
    { language: 'es', label: 'Español (subtítulos)', closedCaptions: false },
  ],
  begin,
  sound: () => tileSound(DIVISIONS, DURATION),
};
