import { readPlaylist } from './playlist.ts';

const BOX_BYTES = 32;
const REFERENCE_BYTES = 12;
/** The segment starts with a stream access point of type 1, which is a keyframe. */
const STARTS_WITH_KEYFRAME = 0x90000000;

/**
 * Replaces the indexes of the single segments of a rendition by one index of all segments after the header (`sidx`,
 * ISO/IEC 14496-12, section 8.16.3). Without it a browser that plays the file itself reads all of it before the first
 * frame.
 * @param playlist the media playlist of the rendition
 * @param bytes the file
 * @returns both with the new byte ranges
 */
export function indexSegments(playlist: string, bytes: Buffer): { playlist: string; bytes: Buffer } {
  const { header, segments } = readPlaylist(playlist);
  const contents = segments.map(({ offset, length }) =>
    withoutIndex(bytes.subarray(offset, offset + length)),
  );
  const timescale = videoTimescale(bytes.subarray(0, header.length));
  const index = Buffer.alloc(BOX_BYTES + REFERENCE_BYTES * segments.length);
  index.writeUInt32BE(index.length, 0);
  index.write('sidx', 4, 'latin1');
  // Version 0, flags 0, the id of the video track, the time unit, the first time 0, no gap before the first segment.
  index.writeUInt32BE(1, 12);
  index.writeUInt32BE(timescale, 16);
  index.writeUInt16BE(segments.length, BOX_BYTES - 2);
  let offset = header.length + index.length;
  const ranges = contents.map((content, i) => {
    const at = BOX_BYTES + REFERENCE_BYTES * i;
    index.writeUInt32BE(content.length, at);
    index.writeUInt32BE(Math.round(segments[i]!.duration * timescale), at + 4);
    index.writeUInt32BE(STARTS_WITH_KEYFRAME, at + 8);
    offset += content.length;
    return `${content.length}@${offset - content.length}`;
  });
  return {
    playlist: playlist.replace(/(?<=#EXT-X-BYTERANGE:).*/g, () => ranges.shift()!),
    bytes: Buffer.concat([bytes.subarray(0, header.length), index, ...contents]),
  };
}

/** Returns a segment without the `sidx` boxes at its start. */
function withoutIndex(segment: Buffer): Buffer {
  return segment.toString('latin1', 4, 8) === 'sidx'
    ? withoutIndex(segment.subarray(segment.readUInt32BE(0)))
    : segment;
}

/** Returns the units per second of the first track, which is the video. */
function videoTimescale(header: Buffer): number {
  const mediaHeader = header.indexOf('mdhd', 0, 'latin1');
  return header.readUInt32BE(mediaHeader + 16);
}
