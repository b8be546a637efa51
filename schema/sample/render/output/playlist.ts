/** A byte range of a media file. */
export interface ByteRange {
  readonly uri: string;
  readonly offset: number;
  /** In bytes. */
  readonly length: number;
}

/** A segment with its duration in seconds. */
interface Segment extends ByteRange {
  readonly duration: number;
}

/** A media playlist of byte ranges. */
interface MediaPlaylist {
  /** The initialization section (EXT-X-MAP). */
  readonly header: ByteRange;
  readonly segments: readonly Segment[];
}

/**
 * Parses a media playlist whose segments are byte ranges (RFC 8216, sections 4.3.2 and 4.3.3).
 * @throws Error that quotes the line that is missing or invalid
 */
export function readPlaylist(text: string): MediaPlaylist {
  const map = /#EXT-X-MAP:URI="([^"]+)",BYTERANGE="(\d+)@(\d+)"/.exec(text);
  if (!map) throw new Error('expected a line #EXT-X-MAP:URI="…",BYTERANGE="length@offset" in the playlist');
  const segments: Segment[] = [];
  let duration = Number.NaN;
  let range: readonly [length: number, offset: number] | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('#EXTINF:')) duration = Number.parseFloat(line.slice('#EXTINF:'.length));
    if (line.startsWith('#EXT-X-BYTERANGE:')) {
      const [length, offset] = line.slice('#EXT-X-BYTERANGE:'.length).split('@').map(Number);
      range = [length!, offset ?? Number.NaN];
    }
    if (line === '' || line.startsWith('#')) continue;
    if (!range || range.some(Number.isNaN) || Number.isNaN(duration))
      throw new Error(`expected EXTINF and EXT-X-BYTERANGE:length@offset before "${line}"`);
    segments.push({ uri: line.trim(), length: range[0], offset: range[1], duration });
    range = undefined;
  }
  return { header: { uri: map[1]!, length: Number(map[2]), offset: Number(map[3]) }, segments };
}
