import { SAMPLE_RATE, type Stereo } from '../sound/sound.ts';
import { startFfmpeg } from './ffmpeg.ts';

/** The target loudness of all films in LUFS (EBU R 128), and the true-peak limit in dBTP. */
const TARGET_LUFS = -18;
const MAX_PEAK_DBTP = -2;

/** The ffmpeg arguments for the raw sample format. */
export const RAW_AUDIO_ARGS = ['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '2'] as const;

/** Returns the samples of the two channels alternately, as 32-bit little-endian floats. */
export function interleave({ left, right }: Stereo): Uint8Array {
  const both = new Float32Array(left.length * 2);
  for (let i = 0; i < left.length; i++) {
    both[i * 2] = left[i]!;
    both[i * 2 + 1] = right[i]!;
  }
  return new Uint8Array(both.buffer);
}

/**
 * Normalizes a sound in place to the target loudness, or below it if its peaks would exceed the limit.
 * @returns the resulting loudness in LUFS
 */
export async function normalizeLoudness(stereo: Stereo): Promise<number> {
  const meter = await startFfmpeg([
    ...RAW_AUDIO_ARGS,
    '-i',
    'pipe:0',
    '-af',
    'ebur128=peak=true',
    '-f',
    'null',
    '-',
  ]);
  await meter.write(interleave(stereo));
  const summary = (await meter.finish()).split('Summary:').at(-1) ?? '';
  const loudness = Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1]);
  const peak = Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1]);
  if (!Number.isFinite(loudness) || !Number.isFinite(peak))
    throw new Error(`expected ffmpeg's ebur128 filter to measure loudness and peak, got:\n${summary}`);
  const gain = Math.min(TARGET_LUFS - loudness, MAX_PEAK_DBTP - peak);
  const factor = 10 ** (gain / 20);
  for (const channel of [stereo.left, stereo.right])
    for (let i = 0; i < channel.length; i++) channel[i] = channel[i]! * factor;
  return loudness + gain;
}
