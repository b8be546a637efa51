/** Samples a second of every film's sound. */
export const SAMPLE_RATE = 48_000;

/** Two channels of samples between -1 and 1, beyond which the loudness step brings them down. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Silence of a length in seconds. */
export function silence(duration: number): Stereo {
  const samples = Math.round(duration * SAMPLE_RATE);
  return { left: new Float32Array(samples), right: new Float32Array(samples) };
}

/** The factors of the two channels for a place from -1 (left) to 1 (right) at even loudness. */
export function pan(place: number): readonly [left: number, right: number] {
  const angle = ((Math.min(1, Math.max(-1, place)) + 1) * Math.PI) / 4;
  return [Math.cos(angle), Math.sin(angle)];
}

/**
 * Adds a struck tone: a rise of a few milliseconds, then an exponential fall of its partials, the higher ones
 * falling sooner, as in a bell or a drop.
 * @param note when (seconds), pitch (hertz), loudness, place from -1 to 1, decay (seconds to fall to a third)
 */
export function addNote(
  { left, right }: Stereo,
  note: {
    at: number;
    pitch: number;
    gain: number;
    place: number;
    decay: number;
    partials?: readonly number[];
  },
): void {
  const [toLeft, toRight] = pan(note.place);
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
 * Adds a room: four feedback delays a channel of unequal lengths, crossed between the channels (after Manfred
 * Schroeder's comb reverberator, 1962), each with its highs damped.
 * @param wet how much of the room is heard
 * @param decay the share of a delay's sound that comes round again
 */
export function addRoom(stereo: Stereo, wet: number, decay = 0.78): void {
  const { left, right } = stereo;
  const delays = [1557, 1871, 2251, 2617, 1621, 1933, 2309, 2687].map((length) => new Float32Array(length));
  const damped = new Float32Array(delays.length);
  for (let i = 0; i < left.length; i++) {
    const inputs = [left[i]!, right[i]!];
    const outputs = [0, 0];
    for (let d = 0; d < delays.length; d++) {
      const delay = delays[d]!;
      const place = i % delay.length;
      const heard = delay[place]!;
      damped[d] = damped[d]! * 0.45 + heard * 0.55;
      const side = d < 4 ? 0 : 1;
      outputs[side] = outputs[side]! + heard * 0.25;
      delay[place] = inputs[(side + d) % 2]! * 0.5 + damped[d]! * decay;
    }
    left[i] = left[i]! + outputs[0]! * wet;
    right[i] = right[i]! + outputs[1]! * wet;
  }
}

/** Fades a sound in and out along half a cosine, so that it neither begins nor ends with a click. Seconds. */
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
