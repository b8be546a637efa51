import { decodeHTML } from 'entities';
import { LRUCache } from 'lru-cache';
import * as mediaCaptions from 'media-captions';
import PQueue from 'p-queue';
import { createSingleFlight } from '../../core/singleFlight.ts';
import type { Asset, TextTrack } from './asset.ts';
import type { MediaClient } from './client.ts';
import type { Playback } from './playback.ts';

/** Words shown from one second to another, without markup. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Text tracks as cues. A track never changes under its id, so each is read once and kept while there is room. */
export interface Captions {
  /**
   * The cues of a track that is ready, in order of time; null when Mux has no such file.
   * @throws UpstreamError
   */
  cues(asset: Asset, track: TextTrack, playback: Playback): Promise<readonly Cue[] | null>;
}

/** Held at most, in characters of text: the captions of some hundred hours. */
const MOST_TEXT = 16 * 1024 * 1024;
/** Text tracks that are read at the same time. */
const MAX_CONCURRENT_REQUESTS = 8;
/** Milliseconds after which a file that was not there is asked for again. */
const ABSENT_FOR = 30_000;
/** What a cue costs in memory beside its text, in characters. */
const CUE_OVERHEAD = 64;

/** The parser's own declarations import files without their extensions, which Node's resolution does not find. */
const parser = mediaCaptions as unknown as {
  parseText(
    text: string,
    options: { type: 'vtt' },
  ): Promise<{ cues: { startTime: number; endTime: number; text: string }[] }>;
};

/** Read through the client, and held by the process. */
export function createCaptions(client: MediaClient): Captions {
  const queue = new PQueue({ concurrency: MAX_CONCURRENT_REQUESTS });
  const reads = createSingleFlight<string, readonly Cue[] | null>();
  const held = new LRUCache<string, { cues: readonly Cue[] | null }>({
    maxSize: MOST_TEXT,
    sizeCalculation: ({ cues }) =>
      (cues ?? []).reduce((size, { text }) => size + text.length + CUE_OVERHEAD, CUE_OVERHEAD),
  });

  return {
    async cues(asset, track, playback) {
      const key = `${asset.id}/${track.id}`;
      const known = held.get(key);
      if (known) return known.cues;
      return reads.run(key, async () => {
        const token = await playback.token('video');
        const { signal } = new AbortController();
        const text = await queue.add(() => client.textTrack(playback.id, track.id, token, signal));
        const cues = text === null ? null : await parseCues(text);
        held.set(key, { cues }, { ttl: cues ? 0 : ABSENT_FOR });
        return cues;
      });
    },
  };
}

/**
 * Reads WebVTT (https://www.w3.org/TR/webvtt1/) into cues in order of time. Markup is left out, character references
 * are decoded, line breaks are spaces; cues without words and cues that end before they begin are left out.
 */
export async function parseCues(webvtt: string): Promise<Cue[]> {
  const { cues } = await parser.parseText(webvtt.replace(/^\uFEFF/, ''), { type: 'vtt' });
  return cues
    .map(({ startTime, endTime, text }) => ({ start: startTime, end: endTime, text: wordsOf(text) }))
    .filter(({ start, end, text }) => text !== '' && end > start)
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** WebVTT's own tokenizer reads from `<` to the next `>` or the end as one tag; references are decoded after that. */
const wordsOf = (payload: string): string =>
  decodeHTML(payload.replace(/<[^>]*(?:>|$)/g, ''))
    .replace(/[\s\u00A0]+/g, ' ')
    .trim();

/**
 * The track in a language: exactly that one, else a regional one of the language asked for (`en` finds `en-GB`), else
 * the language without its region (`en-GB` finds `en`). Among several, captions come before subtitles: they have all
 * that is heard.
 */
export function trackIn(tracks: readonly TextTrack[], language: string): TextTrack | undefined {
  const wanted = language.toLowerCase();
  const rankOf = (track: TextTrack): number => {
    const has = languageOf(track).toLowerCase();
    if (has === wanted) return 0;
    if (has.startsWith(`${wanted}-`)) return 1;
    return wanted.startsWith(`${has}-`) ? 2 : Number.POSITIVE_INFINITY;
  };
  return tracks
    .map((track) => ({ track, rank: rankOf(track) }))
    .filter(({ rank }) => Number.isFinite(rank))
    .sort((a, b) => a.rank - b.rank || Number(b.track.closed_captions) - Number(a.track.closed_captions))[0]
    ?.track;
}

/** The track's BCP 47 code; `und` is the standard's own word for a language that was not told. */
export const languageOf = (track: TextTrack): string => track.language_code || 'und';

/** The tracks that can be shown. */
export const readyTracks = (asset: Asset): TextTrack[] =>
  asset.tracks.filter(({ status }) => status === 'ready');
