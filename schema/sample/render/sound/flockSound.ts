import { chance } from '../canvas/chance.ts';
import { clamp } from '../canvas/motion.ts';
import { type Flock, flock, STEPS } from '../mathematics/flock.ts';
import { addRoom, fade, pan, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

/** As many birds as are heard, and the chord they find, in hertz: an open D with its ninth. */
const VOICES = 36;
const CHORD = [1, 1.5, 2, 2.25, 3, 4, 4.5, 5, 6].map((ratio) => 73.42 * ratio);

/**
 * A smaller flock of the same rules, heard: each bird holds one tone of a chord, bent by as much as it flies askew of
 * the others. Strangers are out of tune, a flock is a chord, and where the hawk passes the tune is lost for a while.
 * Each bird sounds from where it is; wind rises with the nearness of the hawk.
 * @param duration in seconds
 */
export function flockSound(duration: number): Stereo {
  const stereo = silence(duration);
  const at = flock(900, 7);
  const moments = Array.from({ length: Math.round(duration * STEPS) + 2 }, (_, step) => hear(at(step)));
  for (let voice = 0; voice < VOICES; voice++) sing(stereo, voice, moments);
  blow(stereo, moments);
  addRoom(stereo, 0.5, 0.8);
  fade(stereo, 1, 1.9);
  return stereo;
}

/** What is heard at one moment: each voice's bend and place, and how near the hawk is to the birds. */
interface Moment {
  readonly bends: Float32Array;
  readonly places: Float32Array;
  readonly wind: number;
}

function hear({ count, places, ways, hawk }: Flock): Moment {
  const mean = [0, 0, 0];
  let near = 0;
  for (let i = 0; i < count * 3; i += 3) {
    for (let k = 0; k < 3; k++) mean[k] = mean[k]! + ways[i + k]! / count;
    const away = Math.hypot(...[0, 1, 2].map((k) => places[i + k]! - hawk[k]!));
    near += Math.exp(-away / 10) / count;
  }
  const length = Math.hypot(...mean) + 1e-6;
  const bends = new Float32Array(VOICES);
  const across = new Float32Array(VOICES);
  for (let v = 0; v < VOICES; v++) {
    const i = v * 75;
    const speed = Math.hypot(ways[i]!, ways[i + 1]!, ways[i + 2]!) + 1e-6;
    const cross = (mean[0]! * ways[i + 1]! - mean[1]! * ways[i]!) / (length * speed);
    const along =
      (mean[0]! * ways[i]! + mean[1]! * ways[i + 1]! + mean[2]! * ways[i + 2]!) / (length * speed);
    bends[v] = Math.atan2(cross, along) / Math.PI;
    across[v] = clamp(places[i]! / 40, -0.9, 0.9);
  }
  return { bends, places: across, wind: near };
}

function sing({ left, right }: Stereo, voice: number, moments: readonly Moment[]): void {
  const pitch = CHORD[voice % CHORD.length]!;
  const loud = 0.1 / (1 + pitch / 220);
  let phase = voice * 2.1;
  let bend = moments[0]!.bends[voice]!;
  let place = moments[0]!.places[voice]!;
  for (let i = 0; i < left.length; i++) {
    const moment = moments[Math.floor((i * STEPS) / SAMPLE_RATE)]!;
    // Some hundredths of a second of slowness: a bird that turns about bends its tone and does not break it.
    bend += (moment.bends[voice]! - bend) * 0.00006;
    place += (moment.places[voice]! - place) * 0.0001;
    phase += ((2 * Math.PI) / SAMPLE_RATE) * pitch * 2 ** (bend * 0.55);
    const breath = 0.75 + 0.25 * Math.sin((i / SAMPLE_RATE) * (0.7 + (voice % 5) * 0.23) + voice);
    const tone = (Math.sin(phase) + 0.18 * Math.sin(2 * phase)) * loud * breath;
    const [toLeft, toRight] = PLACES[Math.round(place * 100) + 100]!;
    left[i] = left[i]! + tone * toLeft;
    right[i] = right[i]! + tone * toRight;
  }
}

/** Air: chance run through two soft filters, wider as the hawk comes near. */
function blow({ left, right }: Stereo, moments: readonly Moment[]): void {
  for (const [channel, seed] of [
    [left, 5],
    [right, 8],
  ] as const) {
    const random = chance(seed);
    let [slow, slower, wind] = [0, 0, 0];
    for (let i = 0; i < channel.length; i++) {
      wind += (moments[Math.floor((i * STEPS) / SAMPLE_RATE)]!.wind - wind) * 0.0003;
      const open = 0.025 + 0.25 * wind;
      slow += (random() * 2 - 1 - slow) * open;
      slower += (slow - slower) * open;
      channel[i] = channel[i]! + slower * (0.35 + 2.6 * wind);
    }
  }
}

const PLACES = Array.from({ length: 201 }, (_, i) => pan((i - 100) / 100));
