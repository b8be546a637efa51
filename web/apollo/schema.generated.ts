/** The types of documents. */
export type DocumentType =
  | 'ARTICLE'
  | 'COLLECTION'
  | 'FILM'
  | 'PERSON'
  | 'TOPIC';

/** Matches any of these values. */
export type FacetFilter = {
  in?: Array<string> | null | undefined;
};

/** The facets of search results. */
export type FacetKey =
  | 'TOPICS'
  | 'TYPE'
  | 'YEAR';

/** Matches any of these values, or numbers within these bounds. */
export type FacetRangeFilter = {
  gte?: number | null | undefined;
  in?: Array<number> | null | undefined;
  lte?: number | null | undefined;
};

/** The access policy of a video. */
export type PlaybackPolicy =
  /** Anyone can play the video. */
  | 'PUBLIC'
  /** Playback requires a token; the URLs in this graph contain one. */
  | 'SIGNED';

/** Filters search results by facet values. All conditions must hold. */
export type SearchFilter = {
  topics?: FacetFilter | null | undefined;
  type?: Array<SearchType> | null | undefined;
  year?: FacetRangeFilter | null | undefined;
};

/** The types of documents that search can find. */
export type SearchType =
  | 'ARTICLE'
  | 'COLLECTION'
  | 'FILM'
  | 'PERSON'
  | 'TOPIC';

/** The kind of a text track. */
export type TrackKind =
  /** Speech and sounds, for deaf and hard-of-hearing viewers. */
  | 'CAPTIONS'
  /** A translation of the speech. */
  | 'SUBTITLES';

/** The state of the encoding of a video. */
export type VideoStatus =
  /** The encoding failed; see `error`. */
  | 'ERRORED'
  /** The video is being encoded. */
  | 'PREPARING'
  /** The video can be played. */
  | 'READY';
