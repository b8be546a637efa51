import { clamp } from '../../canvas/easing.ts';
import { seededRandom } from '../../canvas/random.ts';
import { type Flock, flock } from '../../mathematics/flock.ts';
import { STEPS_PER_SECOND } from '../../mathematics/flockRules.ts';
import { addReverb, fade, PAN_GAINS, SAMPLE_RATE, type Stereo, silence } from './sound.ts';

/** The number of birds that sound, and their chord in hertz: an open D with its ninth. */
const VOICES = 36;
const CHORD_HERTZ = [1, 1.5, 2, 2.25, 3, 4, 4.5, 5, 6].map((ratio) => 73.42 * ratio);

/**
 * Synthesizes a smaller flock with the same rules. Each bird holds one tone of a chord, detuned by its deviation from
 * the heading of the other birds: unaligned birds are out of tune, a flock is a chord, and the hawk disturbs it for a while.
 * Each tone is panned to its bird; wind grows louder near the hawk.
 * @param duration in seconds
 */
export function flockSound(duration: number): Stereo {
  const stereo = silence(duration);
  const at = flock(900, 7);
  const controls = Array.from({ length: Math.round(duration * STEPS_PER_SECOND) + 2 }, (_, step) =>
    controlValues(at(step)),
  );
  for (let voice = 0; voice < VOICES; voice++) addVoice(stereo, voice, controls);
  addWind(stereo, controls);
  addReverb(stereo, 0.5, 0.8);
  fade(stereo, 1, 1.9);
  return stereo;
}

/** The control values of one moment: detuning and pan of each voice, and the loudness of the wind. */
interface ControlValues {
  readonly detunings: Float32Array;
  readonly pans: Float32Array;
  readonly wind: number;
}

function controlValues({ count, positions, velocities, hawk }: Flock): ControlValues {
  const mean = [0, 0, 0];
  let hawkNearness = 0;
  for (let i = 0; i < count * 3; i += 3) {
    for (let k = 0; k < 3; k++) mean[k] = mean[k]! + velocities[i + k]! / count;
    const distance = Math.hypot(...[0, 1, 2].map((k) => positions[i + k]! - hawk[k]!));
    hawkNearness += Math.exp(-distance / 10) / count;
  }
  const length = Math.hypot(...mean) + 1e-6;
  const detunings = new Float32Array(VOICES);
  const pans = new Float32Array(VOICES);
  for (let v = 0; v < VOICES; v++) {
    const i = v * 75;
    const speed = Math.hypot(velocities[i]!, velocities[i + 1]!, velocities[i + 2]!) + 1e-6;
    const cross = (mean[0]! * velocities[i + 1]! - mean[1]! * velocities[i]!) / (length * speed);
    const along =
      (mean[0]! * velocities[i]! + mean[1]! * velocities[i + 1]! + mean[2]! * velocities[i + 2]!) /
      (length * speed);
    detunings[v] = Math.atan2(cross, along) / Math.PI;
    pans[v] = clamp(positions[i]! / 40, -0.9, 0.9);
  }
  return { detunings, pans, wind: hawkNearness };
}

function addVoice({ left, right }: Stereo, voice: number, controls: readonly ControlValues[]): void {
  const pitch = CHORD_HERTZ[voice % CHORD_HERTZ.length]!;
  const gain = 0.1 / (1 + pitch / 220);
  let phase = voice * 2.1;
  let detuning = controls[0]!.detunings[voice]!;
  let pan = controls[0]!.pans[voice]!;
  for (let i = 0; i < left.length; i++) {
    const control = controls[Math.floor((i * STEPS_PER_SECOND) / SAMPLE_RATE)]!;
    // A lag of some hundredths of a second, so that the tone of a turning bird glides.
    detuning += (control.detunings[voice]! - detuning) * 0.00006;
    pan += (control.pans[voice]! - pan) * 0.0001;
    phase += ((2 * Math.PI) / SAMPLE_RATE) * pitch * 2 ** (detuning * 0.55);
    const breath = 0.75 + 0.25 * Math.sin((i / SAMPLE_RATE) * (0.7 + (voice % 5) * 0.23) + voice);
    const tone = (Math.sin(phase) + 0.18 * Math.sin(2 * phase)) * gain * breath;
    const [toLeft, toRight] = PAN_GAINS[Math.round(pan * 100) + 100]!;
    left[i] = left[i]! + tone * toLeft;
    right[i] = right[i]! + tone * toRight;
  }
}

/** Adds wind: noise through two low-pass filters that open as the hawk comes near. */
function addWind({ left, right }: Stereo, controls: readonly ControlValues[]): void {
  for (const [channel, seed] of [
    [left, 5],
    [right, 8],
  ] as const) {
    const random = seededRandom(seed);
    let [firstPass, secondPass, wind] = [0, 0, 0];
    for (let i = 0; i < channel.length; i++) {
      wind += (controls[Math.floor((i * STEPS_PER_SECOND) / SAMPLE_RATE)]!.wind - wind) * 0.0003;
      const cutoff = 0.025 + 0.25 * wind;
      firstPass += (random() * 2 - 1 - firstPass) * cutoff;
      secondPass += (firstPass - secondPass) * cutoff;
      channel[i] = channel[i]! + secondPass * (0.35 + 2.6 * wind);
    }
  }
}
