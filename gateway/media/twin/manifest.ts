import { invalid } from './apiError.ts';
import type { Track } from './asset.ts';
import { choiceOption, type Options } from './option.ts';

const RESOLUTIONS = ['270p', '360p', '480p', '540p', '720p', '1080p', '1440p', '2160p'] as const;

/** The playback modifiers this twin follows, by Mux's guide "Modify playback behavior". */
export const PLAYBACK_MODIFIERS = [
  'max_resolution',
  'min_resolution',
  'rendition_order',
  'default_subtitles_lang',
] as const;

/** Gives the query a URI of a playlist needs for its path; empty for a public playback id. */
export type Sign = (path: string) => string;

/**
 * The multivariant playlist of a playback id: the encoded renditions within the asked resolutions, and the
 * asset's text tracks as a group of subtitles. URIs are relative, so that any host may stand before them.
 * @throws ApiError 400 for a modifier that is wrong or leaves nothing to play
 */
export function multivariantPlaylist(
  master: string,
  {
    playbackId,
    subtitles,
    options,
    sign,
  }: { playbackId: string; subtitles: readonly Track[]; options: Options; sign: Sign },
): string {
  const uri = (path: string) => `${playbackId}/${path}${sign(`/${playbackId}/${path}`)}`;
  const { head, variants } = parse(master);
  const kept = within(variants, options);
  const media = subtitles.map((track) => subtitlesTag(track, uri(`text/${track.id}.m3u8`), options));
  return [
    ...head,
    ...media,
    ...kept.flatMap(({ attributes, name }) => [
      // Without the statement that there are none, some players offer captions that do not exist.
      `#EXT-X-STREAM-INF:${attributes}${attributes.includes('CLOSED-CAPTIONS=') ? '' : ',CLOSED-CAPTIONS=NONE'}${media.length > 0 ? ',SUBTITLES="subs"' : ''}`,
      uri(`rendition/${name}`),
    ]),
    '',
  ].join('\n');
}

/** A rendition's playlist with each URI signed. `folder` is where its relative URIs lead. */
export function mediaPlaylist(text: string, { folder, sign }: { folder: string; sign: Sign }): string {
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('#'))
        return line.replace(/\bURI="([^"]+)"/, (_all, name) => `URI="${name}${sign(`${folder}/${name}`)}"`);
      const name = line.trim();
      return name === '' ? name : `${name}${sign(`${folder}/${name}`)}`;
    })
    .join('\n');
}

/** The playlist of a text track: one WebVTT segment as long as the asset. */
export function subtitlesPlaylist(
  trackId: string,
  { duration, folder, sign }: { duration: number; folder: string; sign: Sign },
): string {
  const name = `${trackId}.vtt`;
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${Math.ceil(duration)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXTINF:${duration},`,
    `${name}${sign(`${folder}/${name}`)}`,
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

interface Variant {
  attributes: string;
  name: string;
  /** Pixels of the shorter side, which is what a resolution's name counts. */
  lines: number;
}

function parse(master: string): { head: string[]; variants: Variant[] } {
  const head: string[] = [];
  const variants: Variant[] = [];
  let attributes: string | undefined;
  for (const line of master.split(/\r?\n/)) {
    if (line.startsWith('#EXT-X-STREAM-INF:')) attributes = line.slice('#EXT-X-STREAM-INF:'.length);
    else if (attributes !== undefined && line !== '' && !line.startsWith('#')) {
      const [, width, height] = /RESOLUTION=(\d+)x(\d+)/.exec(attributes) ?? [];
      variants.push({ attributes, name: line.trim(), lines: Math.min(Number(width), Number(height)) });
      attributes = undefined;
    } else if (line !== '') head.push(line);
  }
  return { head, variants };
}

function within(variants: Variant[], options: Options): Variant[] {
  const most = choiceOption(options, 'max_resolution', RESOLUTIONS);
  const least = choiceOption(options, 'min_resolution', RESOLUTIONS);
  const order = choiceOption(options, 'rendition_order', ['desc']);
  const kept = variants.filter(
    ({ lines }) =>
      (most === undefined || lines <= Number.parseInt(most, 10)) &&
      (least === undefined || lines >= Number.parseInt(least, 10)),
  );
  if (kept.length === 0)
    throw invalid(`no rendition lies between ${least ?? 'any resolution'} and ${most ?? 'any resolution'}`);
  return order === 'desc' ? kept.toSorted((a, b) => b.lines - a.lines) : kept;
}

function subtitlesTag(track: Track, uri: string, options: Options): string {
  const isDefault = options.default_subtitles_lang === track.language_code;
  const attributes = [
    'TYPE=SUBTITLES',
    'GROUP-ID="subs"',
    `NAME=${quoted(track.name ?? track.language_code ?? 'Subtitles')}`,
    'AUTOSELECT=YES',
    `DEFAULT=${isDefault ? 'YES' : 'NO'}`,
    'FORCED=NO',
    ...(track.language_code ? [`LANGUAGE=${quoted(track.language_code)}`] : []),
    ...(track.closed_captions
      ? [
          'CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound"',
        ]
      : []),
    `URI="${uri}"`,
  ];
  return `#EXT-X-MEDIA:${attributes.join(',')}`;
}

/** RFC 8216, section 4.2: a quoted string holds neither line breaks nor double quotes. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', "'").replace(/[\r\n]+/g, ' ')}"`;
}
