import { invalidParameters } from '../api/apiError.ts';
import type { Track } from '../assets/asset.ts';
import { CLIP_OPTIONS, type Clip, clippedPath } from './clip.ts';
import { choiceOption, type UrlOptions } from './urlOptions.ts';

const RESOLUTIONS = ['270p', '360p', '480p', '540p', '720p', '1080p', '1440p', '2160p'] as const;

/** Playback modifiers that this emulator supports, from Mux's guide "Modify playback behavior". */
export const PLAYBACK_MODIFIERS = [
  'max_resolution',
  'min_resolution',
  'rendition_order',
  'default_subtitles_lang',
  ...CLIP_OPTIONS,
] as const;

/** Returns the query that a URI with this path needs in a playlist; empty for a public playback id. */
export type SignPath = (path: string) => string;

/**
 * Builds the multivariant playlist of a playback id: the renditions within the requested resolutions and the
 * text tracks of the asset as a subtitles group. URIs are relative, so they work with any host.
 * @throws ApiError 400 for an invalid modifier or when no rendition is left
 */
export function multivariantPlaylist(
  master: string,
  {
    playbackId,
    subtitles,
    options,
    clip,
    sign,
  }: {
    playbackId: string;
    subtitles: readonly Track[];
    options: UrlOptions;
    clip: Clip | undefined;
    sign: SignPath;
  },
): string {
  const uri = (path: string) => {
    const whole = `${playbackId}/${clippedPath(path, clip)}`;
    return `${whole}${sign(`/${whole}`)}`;
  };
  const { head, variants } = parseMaster(master);
  const selected = filterVariants(variants, options);
  const media = subtitles.map((track) => subtitlesTag(track, uri(`text/${track.id}.m3u8`), options));
  return [
    ...head,
    ...media,
    ...selected.flatMap(({ attributes, name }) => [
      // Without CLOSED-CAPTIONS=NONE some players offer captions that do not exist.
      `#EXT-X-STREAM-INF:${attributes}${attributes.includes('CLOSED-CAPTIONS=') ? '' : ',CLOSED-CAPTIONS=NONE'}${media.length > 0 ? ',SUBTITLES="subs"' : ''}`,
      uri(`rendition/${name}`),
    ]),
    '',
  ].join('\n');
}

/** Builds the playlist of a rendition with signed URIs, which are relative to `folder`. */
export function mediaPlaylist(text: string, { folder, sign }: { folder: string; sign: SignPath }): string {
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

/** Builds the playlist of a text track: one WebVTT segment with the duration of the asset or clip. */
export function subtitlesPlaylist(
  trackId: string,
  { duration, folder, sign }: { duration: number; folder: string; sign: SignPath },
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
  /** Pixels of the shorter side, as in the name of a resolution. */
  lines: number;
}

function parseMaster(master: string): { head: string[]; variants: Variant[] } {
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

function filterVariants(variants: Variant[], options: UrlOptions): Variant[] {
  const max = choiceOption(options, 'max_resolution', RESOLUTIONS);
  const min = choiceOption(options, 'min_resolution', RESOLUTIONS);
  const order = choiceOption(options, 'rendition_order', ['desc']);
  const selected = variants.filter(
    ({ lines }) =>
      (max === undefined || lines <= Number.parseInt(max, 10)) &&
      (min === undefined || lines >= Number.parseInt(min, 10)),
  );
  if (selected.length === 0)
    throw invalidParameters(
      `no rendition is between ${min ?? 'any resolution'} and ${max ?? 'any resolution'}`,
    );
  return order === 'desc' ? selected.toSorted((a, b) => b.lines - a.lines) : selected;
}

function subtitlesTag(track: Track, uri: string, options: UrlOptions): string {
  const isDefault = options.default_subtitles_lang === track.language_code;
  const attributes = [
    'TYPE=SUBTITLES',
    'GROUP-ID="subs"',
    `NAME=${quote(track.name ?? track.language_code ?? 'Subtitles')}`,
    'AUTOSELECT=YES',
    `DEFAULT=${isDefault ? 'YES' : 'NO'}`,
    'FORCED=NO',
    ...(track.language_code ? [`LANGUAGE=${quote(track.language_code)}`] : []),
    ...(track.closed_captions
      ? [
          'CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound"',
        ]
      : []),
    `URI="${uri}"`,
  ];
  return `#EXT-X-MEDIA:${attributes.join(',')}`;
}

/** A quoted string must not contain line breaks or double quotes (RFC 8216, section 4.2). */
function quote(text: string): string {
  return `"${text.replaceAll('"', "'").replace(/[\r\n]+/g, ' ')}"`;
}
