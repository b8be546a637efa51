import { readFile } from 'node:fs/promises';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  MP4,
  Mp4OutputFormat,
  MpegTsOutputFormat,
  Output,
  type OutputFormat,
} from 'mediabunny';
import { SAMPLE_FILE } from './startEmulator.ts';

/** Returns the sample in another format, from a start time in seconds, with or without its video. */
async function remux(
  format: OutputFormat,
  { start = 0, hasVideo = true, hasAudio = true }: { start?: number; hasVideo?: boolean; hasAudio?: boolean },
): Promise<Buffer> {
  using input = new Input({ formats: [MP4], source: new FilePathSource(SAMPLE_FILE) });
  const video = hasVideo ? await input.getPrimaryVideoTrack() : null;
  const audio = hasAudio ? await input.getPrimaryAudioTrack() : null;
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const videoSource = video && new EncodedVideoPacketSource('avc');
  const audioSource = audio && new EncodedAudioPacketSource('aac');
  if (videoSource) output.addVideoTrack(videoSource);
  if (audioSource) output.addAudioTrack(audioSource);
  await output.start();
  const copy = async () => {
    if (!video || !videoSource) return;
    const decoderConfig = (await video.getDecoderConfig()) ?? undefined;
    for await (const packet of new EncodedPacketSink(video).packets())
      await videoSource.add(packet.clone({ timestamp: packet.timestamp + start }), { decoderConfig });
    videoSource.close();
  };
  const copyAudio = async () => {
    if (!audio || !audioSource) return;
    const decoderConfig = (await audio.getDecoderConfig()) ?? undefined;
    for await (const packet of new EncodedPacketSink(audio).packets())
      await audioSource.add(packet.clone({ timestamp: Math.max(0, packet.timestamp) + start }), {
        decoderConfig,
      });
    audioSource.close();
  };
  await Promise.all([copy(), copyAudio()]);
  await output.finalize();
  return Buffer.from(target.buffer as ArrayBuffer);
}

/** Returns the sample as an MPEG-TS file that starts at a time in seconds. */
export const transportStream = (start: number): Promise<Buffer> => remux(new MpegTsOutputFormat(), { start });

/** Returns the sound of the sample. */
export const soundOnly = (): Promise<Buffer> => remux(new Mp4OutputFormat(), { hasVideo: false });

/** Returns the sample without its sound. */
export const silent = (): Promise<Buffer> => remux(new Mp4OutputFormat(), { hasAudio: false });

/** Returns the sample with another size in its header. Nothing here decodes the pictures. */
export async function resized(width: number, height: number): Promise<Buffer> {
  const file = await readFile(SAMPLE_FILE);
  const entry = file.indexOf('avc1', file.indexOf('stsd'));
  file.writeUInt16BE(width, entry + 28);
  file.writeUInt16BE(height, entry + 30);
  for (let at = file.indexOf('tkhd'); at >= 0; at = file.indexOf('tkhd', at + 4)) {
    // The size of a track is at the end of its header; a track of sound has none.
    if (file.readUInt32BE(at + 80) === 0) continue;
    file.writeUInt32BE(width * 65_536, at + 80);
    file.writeUInt32BE(height * 65_536, at + 84);
  }
  return file;
}
