import { join } from 'node:path';
import {
  CmafOutputFormat,
  Conversion,
  FilePathSource,
  FilePathTarget,
  HlsOutputFormat,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  MPEG_TS,
  Output,
  PathedTarget,
  QTFF,
} from 'mediabunny';
import { InputRefused } from './inputRefused.ts';

/** What is found in a file of sound and pictures. Durations in seconds, sides in pixels as shown. */
export interface Found {
  duration: number;
  video?: { width: number; height: number; frameRate: number; duration: number };
  audio?: { channels: number; sampleRate: number; duration: number };
}

/** A file that was looked into. */
export interface MediaFile {
  found: Found;
  /**
   * Packs the file's own H.264 and AAC anew, without encoding: `master.m3u8`, and one rendition as a fragmented MP4
   * read by byte ranges.
   * @returns the names of the files written
   */
  remux(folder: string): Promise<string[]>;
  close(): void;
}

/** Seconds of a segment, as far as the film's key frames allow. */
const SEGMENT = 4;
/** Packets looked at to tell a frame rate. */
const SAMPLE = 240;

/** Playlists are no input: they would lead the twin to other files and addresses. */
const FORMATS = [MP4, QTFF, MATROSKA, MPEG_TS];

/**
 * Looks into a file.
 * @throws InputRefused `invalid_input` for what is no film or sound, or not in the codecs that need no encoder
 */
export async function openMediaFile(path: string): Promise<MediaFile> {
  const input = new Input({ formats: FORMATS, source: new FilePathSource(path) });
  try {
    if (!(await input.canRead()))
      throw new InputRefused('invalid_input', 'The input file is not a video or audio file that is known.');
    const video = await input.getPrimaryVideoTrack();
    const audio = await input.getPrimaryAudioTrack();
    const found = await look(input, video, audio);
    return {
      found,
      remux: (folder) => remux(input, found, folder),
      close: () => input.dispose(),
    };
  } catch (error) {
    input.dispose();
    if (error instanceof InputRefused) throw error;
    throw new InputRefused('invalid_input', `The input file cannot be read: ${(error as Error).message}`);
  }
}

async function look(
  input: Input,
  video: InputVideoTrack | null,
  audio: InputAudioTrack | null,
): Promise<Found> {
  if (!video && !audio)
    throw new InputRefused('invalid_input', 'The input file has neither a video nor an audio track.');
  const [picture, sound] = [await video?.getCodec(), await audio?.getCodec()];
  if ((video && picture !== 'avc') || (audio && sound !== 'aac'))
    throw new InputRefused(
      'invalid_input',
      `The input file holds ${[picture, sound].filter(Boolean).join(' and ') || 'unknown codecs'}: this twin has no encoder and takes H.264 and AAC alone.`,
    );
  // A film lasts as long as its picture: sound beyond that is not kept.
  const duration = await (video ?? input).computeDuration();
  if (!(duration > 0)) throw new InputRefused('invalid_input', 'The input file does not contain a duration.');
  const { averagePacketRate = -1 } = (await video?.computePacketStats(SAMPLE)) ?? {};
  return {
    duration: rounded(duration),
    ...(video && {
      video: {
        width: await video.getDisplayWidth(),
        height: await video.getDisplayHeight(),
        frameRate: rounded(averagePacketRate),
        duration: rounded(await video.computeDuration()),
      },
    }),
    ...(audio && {
      audio: {
        channels: await audio.getNumberOfChannels(),
        sampleRate: await audio.getSampleRate(),
        duration: rounded(await audio.computeDuration()),
      },
    }),
  };
}

async function remux(input: Input, found: Found, folder: string): Promise<string[]> {
  const name = renditionName(found);
  const written: string[] = [];
  const output = new Output({
    format: new HlsOutputFormat({
      segmentFormat: new CmafOutputFormat(),
      targetDuration: SEGMENT,
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
    // Sound that outlasts the picture would become a last segment without picture, which players wait for in vain.
    trim: { end: found.duration },
    copy: { mode: 'forced', boundaryPolicy: 'shrink' },
    tags: {},
    showWarnings: false,
  });
  if (!conversion.isValid || conversion.discardedTracks.length > 0)
    throw new InputRefused('invalid_input', 'The input file holds tracks that cannot be packed anew.');
  await conversion.execute();
  return written;
}

/** By the shorter side, as resolutions are called. */
function renditionName({ video }: Found): string {
  return video ? `${Math.min(video.width, video.height)}p` : 'audio';
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
