import { AsyncLocalStorage } from 'node:async_hooks';
import { decodeHTML } from 'entities';
import { LRUCache } from 'lru-cache';
import * as mediaCaptions from 'media-captions';
import PQueue from 'p-queue';
import type { Cue } from '../../core/captionTrack.ts';
import { cutText } from '../../core/text/textBoundaries.ts';
import { NEVER_ABORTED } from '../../services/scheduling/deadline.ts';
import { createSingleFlight } from '../../services/scheduling/singleFlight.ts';
import type { Asset, TextTrack } from './asset.ts';
import type { MediaClient } from './client.ts';
import type { Playback } from './playback.ts';

/** Reads and caches the cues of text tracks. A track with a given id never changes, so an entry does not expire. */
export interface Captions {
  /**
   * Returns the cues of a ready track in order of time; null if Mux has no such file.
   * @throws UpstreamError
   */
  cues(asset: Asset, track: TextTrack, playback: Playback): Promise<readonly Cue[] | null>;
}

/** The captions of about 100 hours. */
const MAX_CACHED_CHARACTERS = 16 * 1024 * 1024;
const MAX_CONCURRENT_REQUESTS = 8;
/** A missing file is read again after this time. */
const MISSING_TTL_MS = 30_000;
/** A film of three hours has 3,000 cues. */
const MAX_CUES = 10_000;
/** Two lines of captions have some 80 characters. */
const MAX_CUE_CHARACTERS = 1_000;
const MAX_CUE_END_SECONDS = 24 * 60 * 60;
/** Memory of a cue apart from its text, in characters. */
const CUE_OVERHEAD_CHARACTERS = 64;

/** The parser's own declarations import files without extensions, which Node's resolution rejects. */
const parser = mediaCaptions as unknown as {
  parseText(
    text: string,
    options: { type: 'vtt' },
  ): Promise<{ cues: { startTime: number; endTime: number; text: string }[] }>;
};

export function createCaptions(client: MediaClient): Captions {
  const queue = new PQueue({ concurrency: MAX_CONCURRENT_REQUESTS });
  const reads = createSingleFlight<string, readonly Cue[] | null>();
  const cached = new LRUCache<string, { cues: readonly Cue[] | null }>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: ({ cues }) =>
      (cues ?? []).reduce(
        (size, { text }) => size + text.length + CUE_OVERHEAD_CHARACTERS,
        CUE_OVERHEAD_CHARACTERS,
      ),
  });

  return {
    async cues(asset, track, playback) {
      const key = `${asset.id}/${track.id}`;
      const known = cached.get(key);
      if (known) return known.cues;
      return reads.run(key, async () => {
        const token = await playback.token('video');
        // Otherwise the request would count for the caller whose request ended before.
        const read = AsyncLocalStorage.bind(() =>
          client.textTrack(playback.id, track.id, token, NEVER_ABORTED),
        );
        const text = await queue.add(read);
        const cues = text === null ? null : await parseCues(text);
        cached.set(key, { cues }, { ttl: cues ? 0 : MISSING_TTL_MS });
        return cues;
      });
    },
  };
}

/**
 * Parses WebVTT (https://www.w3.org/TR/webvtt1/) to cues in order of time. Markup is removed, character references are
 * decoded, and line breaks become spaces. Cues without text, cues that end before they start and cues after the first day are
 * omitted; a last cue notes how many are above the limit.
 */
export async function parseCues(webvtt: string): Promise<Cue[]> {
  // The parser needs quadratic time for a run of spaces, which means the same as one.
  const text = webvtt.replace(/^\uFEFF/, '').replace(/[^\S\r\n]{2,}/g, ' ');
  const { cues } = await parser.parseText(text, { type: 'vtt' });
  const valid = cues
    .map(({ startTime, endTime, text }) => ({ start: startTime, end: endTime, text: plainTextOf(text) }))
    .filter(({ start, end, text }) => text !== '' && end > start && end <= MAX_CUE_END_SECONDS)
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const kept = valid.slice(0, MAX_CUES);
  const omitted = valid[MAX_CUES];
  if (!omitted) return kept;
  const note = `${valid.length - MAX_CUES} cues omitted: the limit is ${MAX_CUES}.`;
  return [...kept, { start: omitted.start, end: omitted.end, text: note }];
}

/** A tag extends from `<` to the next `>` or the end, as in WebVTT's tokenizer; references are decoded afterwards. */
const plainTextOf = (payload: string): string =>
  shortened(
    decodeHTML(payload.replace(/<[^>]*(?:>|$)/g, ''))
      .replace(/[\s\u00A0]+/g, ' ')
      .trim(),
  );

const shortened = (text: string): string =>
  text.length > MAX_CUE_CHARACTERS ? `${cutText(text.toWellFormed(), MAX_CUE_CHARACTERS)}…` : text;

/**
 * Finds the track of a language: an exact match, else a regional variant (`en` finds `en-GB`), else the language without its
 * region (`en-GB` finds `en`). Captions take precedence over subtitles: they also describe sounds.
 */
export function findTrack(tracks: readonly TextTrack[], language: string): TextTrack | undefined {
  const requested = language.toLowerCase();
  const rankOf = (track: TextTrack): number => {
    const code = languageOf(track).toLowerCase();
    if (code === requested) return 0;
    if (code.startsWith(`${requested}-`)) return 1;
    return requested.startsWith(`${code}-`) ? 2 : Number.POSITIVE_INFINITY;
  };
  return tracks
    .map((track) => ({ track, rank: rankOf(track) }))
    .filter(({ rank }) => Number.isFinite(rank))
    .sort((a, b) => a.rank - b.rank || Number(b.track.closed_captions) - Number(a.track.closed_captions))[0]
    ?.track;
}

/** Returns the track's BCP 47 code; `und` is the standard code for an undetermined language. */
export const languageOf = (track: TextTrack): string => track.language_code || 'und';

/** Returns the tracks with the status `ready`. */
export const readyTracks = (asset: Asset): TextTrack[] =>
  asset.tracks.filter(({ status }) => status === 'ready');
