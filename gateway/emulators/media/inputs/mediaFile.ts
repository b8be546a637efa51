import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CmafOutputFormat,
  Conversion,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  HlsOutputFormat,
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  MPEG_TS,
  Output,
  PathedTarget,
  QTFF,
} from 'mediabunny';
import { InputError } from './inputError.ts';

/** Metadata of a media file. Durations are in seconds, dimensions in displayed pixels. */
export interface MediaInfo {
  duration: number;
  video?: { width: number; height: number; frameRate: number; duration: number };
  audio?: { channels: number; sampleRate: number; duration: number };
}

/** An open media file. */
export interface MediaFile {
  info: MediaInfo;
  /**
   * Remuxes H.264 and AAC without encoding into `master.m3u8` and one rendition as a fragmented MP4 with byte
   * ranges.
   * @param info the metadata with the size that the playlist states
   * @returns the names of the written files
   */
  remux(folder: string, info: MediaInfo): Promise<string[]>;
  close(): void;
}

/** Target duration of a segment; the key frames of the video may require longer segments. */
const SEGMENT_SECONDS = 4;
/** Number of packets used to measure the frame rate. */
const FRAME_RATE_SAMPLE_PACKETS = 240;

/** Playlists are not accepted: they could refer to other files and hosts. */
const FORMATS = [MP4, QTFF, MATROSKA, MPEG_TS];

/**
 * Opens a file and reads its metadata.
 * @throws InputError `invalid_input` for a file without video or audio, or with codecs that need an encoder
 */
export async function openMediaFile(path: string): Promise<MediaFile> {
  const input = new Input({ formats: FORMATS, source: new FilePathSource(path) });
  try {
    if (!(await input.canRead()))
      throw new InputError('invalid_input', 'The input file is not a video or audio file that is known.');
    const video = await input.getPrimaryVideoTrack();
    const audio = await input.getPrimaryAudioTrack();
    const info = await readInfo(input, video, audio);
    return {
      info,
      remux: (folder, stated) => remux(input, stated, folder),
      close: () => input.dispose(),
    };
  } catch (error) {
    input.dispose();
    if (error instanceof InputError) throw error;
    throw new InputError('invalid_input', `The input file cannot be read: ${(error as Error).message}`);
  }
}

async function readInfo(
  input: Input,
  video: InputVideoTrack | null,
  audio: InputAudioTrack | null,
): Promise<MediaInfo> {
  if (!video && !audio)
    throw new InputError('invalid_input', 'The input file has neither a video nor an audio track.');
  const [videoCodec, audioCodec] = [await video?.getCodec(), await audio?.getCodec()];
  if ((video && videoCodec !== 'avc') || (audio && audioCodec !== 'aac'))
    throw new InputError(
      'invalid_input',
      `The input file contains ${[videoCodec, audioCodec].filter(Boolean).join(' and ') || 'unknown codecs'}: this emulator has no encoder and supports only H.264 and AAC.`,
    );
  for (const track of [video, audio]) if (track) await checkEnd(track);
  // The video defines the duration; longer audio is cut.
  const duration = await durationOf(video ?? input);
  if (!(duration > 0)) throw new InputError('invalid_input', 'The input file does not contain a duration.');
  const { averagePacketRate = -1 } = (await video?.computePacketStats(FRAME_RATE_SAMPLE_PACKETS)) ?? {};
  return {
    duration: roundToMs(duration),
    ...(video && {
      video: {
        width: await video.getDisplayWidth(),
        height: await video.getDisplayHeight(),
        frameRate: roundToMs(averagePacketRate),
        duration: roundToMs(await durationOf(video)),
      },
    }),
    ...(audio && {
      audio: {
        channels: await audio.getNumberOfChannels(),
        sampleRate: await audio.getSampleRate(),
        duration: roundToMs(await durationOf(audio)),
      },
    }),
  };
}

/** Returns the time from the first packet to the end: a recording or an MPEG-TS file starts at any time. */
async function durationOf(media: Input | InputTrack): Promise<number> {
  return (await media.computeDuration()) - (await startOf(media));
}

const startOf = async (media: Input | InputTrack): Promise<number> =>
  Math.max(0, await media.getFirstTimestamp());

/** Rejects a file that ends before the last packet that its index lists: an incomplete upload or download. */
async function checkEnd(track: InputTrack): Promise<void> {
  const duration = await track.computeDuration();
  if (!(await new EncodedPacketSink(track).getPacket(duration)))
    throw new InputError(
      'invalid_input',
      `The input file is incomplete: its ${track.type} track should last ${roundToMs(duration)} s, but the file ends before.`,
    );
}

async function remux(input: Input, info: MediaInfo, folder: string): Promise<string[]> {
  const name = renditionName(info);
  const written: string[] = [];
  const output = new Output({
    format: new HlsOutputFormat({
      segmentFormat: new CmafOutputFormat(),
      targetDuration: SEGMENT_SECONDS,
      singleFilePerPlaylist: true,
      getPlaylistPath: () => `${name}.m3u8`,
      getSegmentPath: () => `${name}.mp4`,
    }),
    target: new PathedTarget('master.m3u8', ({ path }) => {
      written.push(path);
      return new FilePathTarget(join(folder, path));
    }),
  });
  const conversion = await Conversion.init({
    input,
    output,
    tracks: 'primary',
    // Audio that is longer than the video would end in a segment without video, where players stall.
    trim: { end: (await startOf((await input.getPrimaryVideoTrack()) ?? input)) + info.duration },
    copy: { mode: 'forced', boundaryPolicy: 'shrink' },
    tags: {},
    showWarnings: false,
  });
  if (!conversion.isValid || conversion.discardedTracks.length > 0)
    throw new InputError('invalid_input', 'The input file contains tracks that cannot be remuxed.');
  await conversion.execute();
  await stateSize(join(folder, 'master.m3u8'), info);
  return written;
}

/** Writes the stated size into a playlist: an input above the resolution tier of its asset is not encoded again. */
async function stateSize(master: string, { video }: MediaInfo): Promise<void> {
  if (!video) return;
  const text = await readFile(master, 'utf8');
  await writeFile(master, text.replace(/RESOLUTION=\d+x\d+/, `RESOLUTION=${video.width}x${video.height}`));
}

/** Returns the name of a rendition by its shorter side. */
function renditionName({ video }: MediaInfo): string {
  return video ? `${Math.min(video.width, video.height)}p` : 'audio';
}

function roundToMs(value: number): number {
  return Math.round(value * 1000) / 1000;
}
