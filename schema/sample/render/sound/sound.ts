/** Samples per second of all films. */
export const SAMPLE_RATE = 48_000;

/** Two channels of samples, normally from -1 to 1; loudness normalization scales them later. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Returns silence of a duration in seconds. */
export function silence(duration: number): Stereo {
  const samples = Math.round(duration * SAMPLE_RATE);
  return { left: new Float32Array(samples), right: new Float32Array(samples) };
}

/** Returns the channel gains of a pan position from -1 (left) to 1 (right) at equal power. */
export function pan(position: number): readonly [left: number, right: number] {
  const angle = ((Math.min(1, Math.max(-1, position)) + 1) * Math.PI) / 4;
  return [Math.cos(angle), Math.sin(angle)];
}

/** The channel gains of `pan` for positions from -1 to 1 in steps of 0.01. */
export const PAN_GAINS = Array.from({ length: 201 }, (_, i) => pan((i - 100) / 100));

/**
 * Adds a struck tone: an attack of a few milliseconds, then an exponential decay of its partials, higher partials
 * faster, like a bell or a drop.
 * @param note start in seconds, pitch in hertz, gain, pan from -1 to 1, decay in seconds to a third
 */
export function addNote(
  { left, right }: Stereo,
  note: {
    at: number;
    pitch: number;
    gain: number;
    pan: number;
    decay: number;
    partials?: readonly number[];
  },
): void {
  const [toLeft, toRight] = pan(note.pan);
  const start = Math.round(note.at * SAMPLE_RATE);
  const length = Math.min(left.length - start, Math.round(note.decay * 7 * SAMPLE_RATE));
  const partials = note.partials ?? [1, 0.3, 0.12];
  for (let i = 0; i < length; i++) {
    const t = i / SAMPLE_RATE;
    const rise = 1 - Math.exp(-t / 0.004);
    let value = 0;
    for (let k = 0; k < partials.length; k++)
      value +=
        partials[k]! *
        Math.sin(2 * Math.PI * note.pitch * (k + 1) * t) *
        Math.exp((-t * (k + 1)) / note.decay);
    left[start + i] = left[start + i]! + value * rise * note.gain * toLeft;
    right[start + i] = right[start + i]! + value * rise * note.gain * toRight;
  }
}

/**
 * Adds reverberation: four feedback delays of unequal lengths per channel, crossed between the channels (after the comb
 * reverberator of Manfred Schroeder, 1962), with damped highs.
 * @param wet the gain of the reverberation
 * @param decay the feedback gain of the delays
 */
export function addReverb(stereo: Stereo, wet: number, decay = 0.78): void {
  const { left, right } = stereo;
  const delays = [1557, 1871, 2251, 2617, 1621, 1933, 2309, 2687].map((length) => new Float32Array(length));
  const lowPass = new Float32Array(delays.length);
  for (let i = 0; i < left.length; i++) {
    const inputs = [left[i]!, right[i]!];
    const outputs = [0, 0];
    for (let d = 0; d < delays.length; d++) {
      const delay = delays[d]!;
      const position = i % delay.length;
      const delayed = delay[position]!;
      lowPass[d] = lowPass[d]! * 0.45 + delayed * 0.55;
      const side = d < 4 ? 0 : 1;
      outputs[side] = outputs[side]! + delayed * 0.25;
      delay[position] = inputs[(side + d) % 2]! * 0.5 + lowPass[d]! * decay;
    }
    left[i] = left[i]! + outputs[0]! * wet;
    right[i] = right[i]! + outputs[1]! * wet;
  }
}

/** Fades in and out along half a cosine, so that the sound begins and ends without clicks. Durations are in seconds. */
export function fade({ left, right }: Stereo, fadeIn: number, fadeOut: number): void {
  const total = left.length;
  for (let i = 0; i < total; i++) {
    const rise = Math.min(1, i / (fadeIn * SAMPLE_RATE));
    const fall = Math.min(1, (total - 1 - i) / (fadeOut * SAMPLE_RATE));
    const gain = (0.5 - 0.5 * Math.cos(Math.PI * rise)) * (0.5 - 0.5 * Math.cos(Math.PI * fall));
    left[i] = left[i]! * gain;
    right[i] = right[i]! * gain;
  }
}
