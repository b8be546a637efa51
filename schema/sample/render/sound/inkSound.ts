import { mix } from '../../canvas/easing.ts';
import type { Flow } from '../../mathematics/curlNoise.ts';
import { addNote, addReverb, fade, pan, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

/** A drop with its time, its position in the basin, and its kind: ink or water. */
interface TimedDrop {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly ink: readonly number[];
}

/** The input of the sound. */
interface InkSoundInput {
  readonly drops: readonly TimedDrop[];
  readonly flow: (moment: number) => Flow;
  /** Returns the integral of the flow speed up to a time in seconds. */
  flowTime(seconds: number): number;
  readonly duration: number;
}

/** The starting points of the floats, and their tones at the middle of the basin. */
const FLOATS = [
  { x: 0.35, y: 0.35, pitch: 110 },
  { x: 0.8, y: 0.6, pitch: 165 },
  { x: 1.3, y: 0.35, pitch: 220 },
  { x: 1.15, y: 0.75, pitch: 275 },
  { x: 0.6, y: 0.8, pitch: 330 },
];
/** Samples of the float positions per second. */
const SAMPLES_PER_SECOND = 24;

/**
 * Synthesizes a pluck for each drop, then five floats. Each float rises by up to a fifth as it moves up, is panned by
 * its horizontal position, and is louder the faster it moves. The tune reverses with the flow.
 */
export function inkSound({ drops, flow, flowTime, duration }: InkSoundInput): Stereo {
  const stereo = silence(duration);
  drops.forEach(({ at, x, y, radius, ink }) => {
    const pitch =
      (ink[0]! + ink[2]! > 0.01 ? 220 : 330) * [1, 9 / 8, 4 / 3, 3 / 2, 16 / 9][Math.floor(y * 5)]!;
    addNote(stereo, {
      at,
      pitch: pitch * (0.1 / (radius + 0.02)),
      gain: 0.05,
      pan: x * 1.1 - 1,
      decay: 0.35,
    });
  });
  const tracks = traceFloats({ flow, flowTime, duration });
  for (const [k, track] of tracks.entries()) addVoice(stereo, track, FLOATS[k]!.pitch);
  addReverb(stereo, 0.5, 0.8);
  fade(stereo, 0.3, 1.6);
  return stereo;
}

/** Returns x, y and speed of each float at each sample. */
function traceFloats({
  flow,
  flowTime,
  duration,
}: Pick<InkSoundInput, 'flow' | 'flowTime' | 'duration'>): Float64Array[] {
  const tracks = FLOATS.map(() => new Float64Array((duration * SAMPLES_PER_SECOND + 2) * 3));
  const positions = FLOATS.map(({ x, y }) => Float64Array.of(x, y));
  const velocity = new Float64Array(2);
  let previous = 0;
  for (let sample = 0; sample < duration * SAMPLES_PER_SECOND + 2; sample++) {
    const current = flowTime(sample / SAMPLES_PER_SECOND);
    const time = current - previous;
    const moved = Math.abs(time) > 1e-7;
    const flowNow = moved ? flow((current + previous) / 2) : undefined;
    for (const [k, position] of positions.entries()) {
      if (flowNow) {
        flowNow(position[0]!, position[1]!, velocity);
        flowNow(position[0]! + (velocity[0]! * time) / 2, position[1]! + (velocity[1]! * time) / 2, velocity);
      }
      position[0] = position[0]! + velocity[0]! * time;
      position[1] = position[1]! + velocity[1]! * time;
      const speed = Math.hypot(velocity[0]!, velocity[1]!) * Math.abs(time) * SAMPLES_PER_SECOND;
      tracks[k]!.set([position[0]!, position[1]!, speed], sample * 3);
    }
    previous = current;
  }
  return tracks;
}

function addVoice({ left, right }: Stereo, track: Float64Array, pitch: number): void {
  let phase = 0;
  for (let i = 0; i < left.length; i++) {
    const position = (i / SAMPLE_RATE) * SAMPLES_PER_SECOND;
    const sample = Math.floor(position) * 3;
    const [x, y, speed] = [0, 1, 2].map((k) =>
      mix(track[sample + k]!, track[sample + 3 + k]!, position % 1),
    ) as [number, number, number];
    phase += (2 * Math.PI * pitch * 2 ** ((0.5 - y) * 0.58)) / SAMPLE_RATE;
    const voice = Math.sin(phase) + 0.3 * Math.sin(2 * phase) * speed + 0.1 * Math.sin(3 * phase);
    const gain = 0.09 * Math.min(1, speed * 2.5) * (110 / pitch) ** 0.4;
    const [toLeft, toRight] = pan(x * 1.1 - 1);
    left[i] = left[i]! + voice * gain * toLeft;
    right[i] = right[i]! + voice * gain * toRight;
  }
}
