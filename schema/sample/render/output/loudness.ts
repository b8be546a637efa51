import { SAMPLE_RATE, type Stereo } from '../sound/sound.ts';
import { startFfmpeg } from './ffmpeg.ts';

/** The loudness every film is brought to, in LUFS (EBU R 128), and the highest true peak, in dBTP. */
const LOUDNESS = -18;
const HIGHEST_PEAK = -2;

/** The raw form in which ffmpeg takes the sound. */
export const RAW_SOUND = ['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '2'] as const;

/** The two channels sample by sample, as 32-bit little-endian floats. */
export function interleave({ left, right }: Stereo): Uint8Array {
  const both = new Float32Array(left.length * 2);
  for (let i = 0; i < left.length; i++) {
    both[i * 2] = left[i]!;
    both[i * 2 + 1] = right[i]!;
  }
  return new Uint8Array(both.buffer);
}

/**
 * Brings a sound, in place, to the common loudness, or below it when its peaks allow no more.
 * @returns what it then measures, in LUFS
 */
export async function setLoudness(stereo: Stereo): Promise<number> {
  const meter = await startFfmpeg([
    ...RAW_SOUND,
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
  const gain = Math.min(LOUDNESS - loudness, HIGHEST_PEAK - peak);
  const factor = 10 ** (gain / 20);
  for (const channel of [stereo.left, stereo.right])
    for (let i = 0; i < channel.length; i++) channel[i] = channel[i]! * factor;
  return loudness + gain;
}
