import { readFile } from 'node:fs/promises';
import * as captions from 'media-captions';
import { invalidParameters } from '../api/apiError.ts';
import { formatTimestamp } from '../files/timestamp.ts';
import { InputError } from '../inputs/inputError.ts';
import type { Asset, Track } from './asset.ts';
import { opaqueId } from './opaqueId.ts';

/** Maximum size of a subtitles file. */
export const MAX_SUBTITLES_BYTES = 5 * 1024 * 1024;

/** A track that a client adds. */
export interface NewTrack {
  type: Track['type'];
  url?: string;
  language_code: string;
  name?: string;
  closed_captions?: boolean;
  passthrough?: string;
}

/** A text track that a client requests from the speech of an audio track. */
export interface NewGeneratedTrack {
  language_code?: string;
  name?: string;
  passthrough?: string;
}

interface Cue {
  startTime: number;
  endTime: number;
  text: string;
}

// The package's type declarations import one another without extensions, which Node's resolution rejects.
const { parseText } = captions as unknown as {
  parseText(text: string, options: { type: 'srt' }): Promise<{ cues: Cue[] }>;
};

/**
 * Creates a track in the state `preparing`.
 * @throws ApiError 400 for a duplicate name or an invalid language
 */
export function newTrack(asset: Asset, request: NewTrack): Track {
  const name = trackName(request);
  requireUnusedName(asset, request.type, name);
  return {
    id: opaqueId(),
    type: request.type,
    status: 'preparing',
    language_code: request.language_code,
    name,
    ...(request.type === 'text' && {
      text_type: 'subtitles' as const,
      text_source: 'uploaded',
      closed_captions: request.closed_captions ?? false,
    }),
    ...(request.type === 'audio' && { primary: false }),
    ...(request.passthrough && { passthrough: request.passthrough }),
  };
}

/** Creates a generated text track in the state `preparing`. */
export function newGeneratedTrack({ language_code = 'en', name, passthrough }: NewGeneratedTrack): Track {
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
 * The file of a generated track. The emulator has no speech recognition, so the file has no cues, only a note
 * that players do not show.
 */
export const EMPTY_SUBTITLES =
  'WEBVTT\n\nNOTE\nNo speech was recognised: this emulator has no speech recognition.\n';

/**
 * Returns a generated track in the state `ready`. A language to be detected becomes `und` with confidence 0.
 */
export function readyGeneratedTrack(track: Track): Track {
  const isUndetected = track.language_code === 'auto';
  return {
    ...track,
    ...(isUndetected && { language_code: 'und', auto_language_confidence: 0 }),
    status: 'ready',
  };
}

/** @throws ApiError 400 when another track of the asset has the name */
export function requireUnusedName(asset: Asset, type: Track['type'], name: string): void {
  if (asset.tracks?.some((t) => t.type === type && t.name === name))
    throw invalidParameters(`name: this asset has a ${type} track named ${JSON.stringify(name)} already`);
}

/** Reads a WebVTT or SubRip file as WebVTT. @throws InputError `invalid_input` for any other format */
export async function readSubtitles(path: string): Promise<string> {
  const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  if (/^WEBVTT(?:[ \t\r\n]|$)/.test(text)) return text;
  const { cues } = /^\s*\d+\s*\r?\n\s*\d+:\d\d:\d\d[,.]\d{3}\s+-->/.test(text)
    ? await parseText(text, { type: 'srt' })
    : { cues: [] };
  if (cues.length === 0)
    throw new InputError('invalid_input', 'The text track is neither WebVTT nor SubRip with cues.');
  return `WEBVTT\n\n${cues
    .map(
      ({ startTime, endTime, text }) =>
        `${formatTimestamp(startTime)} --> ${formatTimestamp(endTime)}\n${text}\n`,
    )
    .join('\n')}`;
}

/**
 * Returns the displayed name of a track: the given name, otherwise the name of the language.
 * @throws ApiError 400 for an invalid language
 */
export function trackName({ name, language_code: code }: Pick<NewTrack, 'name' | 'language_code'>): string {
  const language = languageName(code);
  return name || language;
}

/** Returns the English name of a language. @throws ApiError 400 for a code that is not BCP 47 */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  } catch {
    throw invalidParameters(`language_code ${JSON.stringify(code)} is not a BCP 47 code`);
  }
}
