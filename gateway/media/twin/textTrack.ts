import { readFile } from 'node:fs/promises';
import * as captions from 'media-captions';
import { invalid } from './apiError.ts';
import type { Asset, Track } from './asset.ts';
import { InputRefused } from './inputRefused.ts';
import { opaqueId } from './opaqueId.ts';

/** Bytes of a file of subtitles. */
export const LARGEST_TEXT = 5 * 1024 * 1024;

/** A track that a client asks for. */
export interface NewTrack {
  type: Track['type'];
  url?: string;
  language_code: string;
  name?: string;
  closed_captions?: boolean;
  passthrough?: string;
}

/** Subtitles that a client wants to have made from what is spoken. */
export interface NewGenerated {
  language_code?: string;
  name?: string;
  passthrough?: string;
}

interface Cue {
  startTime: number;
  endTime: number;
  text: string;
}

// The package's declarations import one another without extensions, which Node's resolution refuses.
const { parseText } = captions as unknown as {
  parseText(text: string, options: { type: 'srt' }): Promise<{ cues: Cue[] }>;
};

/**
 * A track that joins an asset, `preparing`.
 * @throws ApiError 400 when its name is taken or its language is none
 */
export function newTrack(asset: Asset, wanted: NewTrack): Track {
  const name = trackName(wanted);
  unusedName(asset, wanted.type, name);
  return {
    id: opaqueId(),
    type: wanted.type,
    status: 'preparing',
    language_code: wanted.language_code,
    name,
    ...(wanted.type === 'text' && {
      text_type: 'subtitles' as const,
      text_source: 'uploaded',
      closed_captions: wanted.closed_captions ?? false,
    }),
    ...(wanted.type === 'audio' && { primary: false }),
    ...(wanted.passthrough && { passthrough: wanted.passthrough }),
  };
}

/** A text track to be made from what is spoken in an asset, `preparing`. */
export function newGenerated({ language_code = 'en', name, passthrough }: NewGenerated): Track {
  return {
    id: opaqueId(),
    type: 'text',
    text_type: 'subtitles',
    text_source: 'generated_vod',
    language_code,
    name: name || (language_code === 'auto' ? 'Generated' : `${languageName(language_code)} (generated)`),
    closed_captions: false,
    status: 'preparing',
    ...(passthrough && { passthrough }),
  };
}

/**
 * The file of a generated track. The twin hears nothing, and says so instead of inventing words: no cues, and a note
 * that players do not show.
 */
export const NOTHING_HEARD =
  'WEBVTT\n\nNOTE\nNo speech was recognised: this twin has no speech recognition.\n';

/** A generated track when it is ready. A language that was to be detected stays undetermined, with no confidence. */
export function generated(track: Track): Track {
  const isUndetected = track.language_code === 'auto';
  return {
    ...track,
    ...(isUndetected && { language_code: 'und', auto_language_confidence: 0 }),
    status: 'ready',
  };
}

/** @throws ApiError 400 when a track of the asset has the name already */
export function unusedName(asset: Asset, type: Track['type'], name: string): void {
  if (asset.tracks?.some((t) => t.type === type && t.name === name))
    throw invalid(`name: this asset has a ${type} track named ${JSON.stringify(name)} already`);
}

/**
 * Reads a file of subtitles, WebVTT or SubRip, as WebVTT.
 * @throws InputRefused `invalid_input` when it is neither
 */
export async function readSubtitles(path: string): Promise<string> {
  const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  if (/^WEBVTT(?:[ \t\r\n]|$)/.test(text)) return text;
  const { cues } = /^\s*\d+\s*\r?\n\s*\d+:\d\d:\d\d[,.]\d{3}\s+-->/.test(text)
    ? await parseText(text, { type: 'srt' })
    : { cues: [] };
  if (cues.length === 0)
    throw new InputRefused('invalid_input', 'The text track is neither WebVTT nor SubRip with cues.');
  return `WEBVTT\n\n${cues
    .map(({ startTime, endTime, text }) => `${clock(startTime)} --> ${clock(endTime)}\n${text}\n`)
    .join('\n')}`;
}

/**
 * The name a player shows: the client's, else the language's.
 * @throws ApiError 400 when the language is none
 */
export function trackName({ name, language_code: code }: Pick<NewTrack, 'name' | 'language_code'>): string {
  return name || languageName(code);
}

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  } catch {
    throw invalid(`language_code ${JSON.stringify(code)} is no BCP 47 code`);
  }
}

function clock(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
}
