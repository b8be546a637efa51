import { Conversion, FilePathSource, FilePathTarget, Input, MP4, Mp4OutputFormat, Output } from 'mediabunny';

/**
 * Remuxes the audio track of an MP4 file into a file with audio only.
 * @returns false if the file has no audio track
 */
export async function extractAudio(from: string, to: string): Promise<boolean> {
  using input = new Input({ formats: [MP4], source: new FilePathSource(from) });
  if (!(await input.getPrimaryAudioTrack())) return false;
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new FilePathTarget(to),
  });
  const conversion = await Conversion.init({
    input,
    output,
    tracks: 'primary',
    video: { discard: true },
    copy: { mode: 'forced', boundaryPolicy: 'shrink' },
    tags: {},
    showWarnings: false,
  });
  await conversion.execute();
  return true;
}
