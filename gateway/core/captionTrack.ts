/** A caption without markup; times in seconds. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The captions of a media asset in one language. */
export interface CaptionTrack {
  /** The id of the text track; the text of a track never changes. */
  readonly track: string;
  /** A BCP 47 code; `und` if unknown. */
  readonly language: string;
  /** Empty if the captions cannot be read. */
  readonly cues: readonly Cue[];
  /** The reason for which the captions cannot be read. */
  readonly error?: unknown;
}
