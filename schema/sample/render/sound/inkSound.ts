import { mix } from '../canvas/motion.ts';
import type { Flow } from '../mathematics/curlFlow.ts';
import { addNote, addRoom, fade, pan, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

/** A drop that is heard: when, where in the basin, and whether it is ink or water. */
interface HeardDrop {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly ink: readonly number[];
}

/** What is heard. */
interface Heard {
  readonly falls: readonly HeardDrop[];
  readonly flow: (moment: number) => Flow;
  /** The flow's own time at a moment in seconds. */
  flowTime(seconds: number): number;
  readonly duration: number;
}

/** Where the floats begin whose ways are sung, and the chord they sing at the height of the basin's middle. */
const FLOATS = [
  { x: 0.35, y: 0.35, pitch: 110 },
  { x: 0.8, y: 0.6, pitch: 165 },
  { x: 1.3, y: 0.35, pitch: 220 },
  { x: 1.15, y: 0.75, pitch: 275 },
  { x: 0.6, y: 0.8, pitch: 330 },
];
/** Moments a second at which floats are looked at. */
const LOOKS = 24;

/**
 * Drops are plucked as they fall. Then five floats sing: each rises up to a fifth as it is carried up, moves
 * with its place from left to right, and is the louder the faster it goes. When the flow turns back so does the tune.
 */
export function inkSound({ falls, flow, flowTime, duration }: Heard): Stereo {
  const stereo = silence(duration);
  falls.forEach(({ at, x, y, radius, ink }) => {
    const pitch =
      (ink[0]! + ink[2]! > 0.01 ? 220 : 330) * [1, 9 / 8, 4 / 3, 3 / 2, 16 / 9][Math.floor(y * 5)]!;
    addNote(stereo, {
      at,
      pitch: pitch * (0.1 / (radius + 0.02)),
      gain: 0.05,
      place: x * 1.1 - 1,
      decay: 0.35,
    });
  });
  const ways = follow({ flow, flowTime, duration });
  for (const [k, way] of ways.entries()) sing(stereo, way, FLOATS[k]!.pitch);
  addRoom(stereo, 0.5, 0.8);
  fade(stereo, 0.3, 1.6);
  return stereo;
}

/** Each float's x, y and speed at each look. */
function follow({ flow, flowTime, duration }: Pick<Heard, 'flow' | 'flowTime' | 'duration'>): Float64Array[] {
  const ways = FLOATS.map(() => new Float64Array((duration * LOOKS + 2) * 3));
  const places = FLOATS.map(({ x, y }) => Float64Array.of(x, y));
  const speed = new Float64Array(2);
  let before = 0;
  for (let look = 0; look < duration * LOOKS + 2; look++) {
    const now = flowTime(look / LOOKS);
    const time = now - before;
    const moved = Math.abs(time) > 1e-7;
    const here = moved ? flow((now + before) / 2) : undefined;
    for (const [k, place] of places.entries()) {
      if (here) {
        here(place[0]!, place[1]!, speed);
        here(place[0]! + (speed[0]! * time) / 2, place[1]! + (speed[1]! * time) / 2, speed);
      }
      place[0] = place[0]! + speed[0]! * time;
      place[1] = place[1]! + speed[1]! * time;
      const pace = Math.hypot(speed[0]!, speed[1]!) * Math.abs(time) * LOOKS;
      ways[k]!.set([place[0]!, place[1]!, pace], look * 3);
    }
    before = now;
  }
  return ways;
}

function sing({ left, right }: Stereo, way: Float64Array, pitch: number): void {
  let phase = 0;
  for (let i = 0; i < left.length; i++) {
    const place = (i / SAMPLE_RATE) * LOOKS;
    const look = Math.floor(place) * 3;
    const [x, y, speed] = [0, 1, 2].map((k) => mix(way[look + k]!, way[look + 3 + k]!, place % 1)) as [
      number,
      number,
      number,
    ];
    phase += (2 * Math.PI * pitch * 2 ** ((0.5 - y) * 0.58)) / SAMPLE_RATE;
    const voice = Math.sin(phase) + 0.3 * Math.sin(2 * phase) * speed + 0.1 * Math.sin(3 * phase);
    const gain = 0.09 * Math.min(1, speed * 2.5) * (110 / pitch) ** 0.4;
    const [toLeft, toRight] = pan(x * 1.1 - 1);
    left[i] = left[i]! + voice * gain * toLeft;
    right[i] = right[i]! + voice * gain * toRight;
  }
}
