/** The types of documents. */
export type DocumentType =
  | 'ARTICLE'
  | 'COLLECTION'
  | 'FILM'
  | 'PERSON'
  | 'TOPIC';

/** One of these values. */
export type FacetFilter = {
  in?: Array<string> | null | undefined;
};

/** What can be counted and refined by. */
export type FacetKey =
  | 'TOPICS'
  | 'TYPE'
  | 'YEAR';

/** One of these values, or between these bounds. */
export type FacetRangeFilter = {
  gte?: number | null | undefined;
  in?: Array<number> | null | undefined;
  lte?: number | null | undefined;
};

/** Who may play a film. */
export type PlaybackPolicy =
  /** Everybody. */
  | 'PUBLIC'
  /** Whoever holds an address of this graph, until it expires. */
  | 'SIGNED';

/** All of it must hold. */
export type SearchFilter = {
  topics?: FacetFilter | null | undefined;
  type?: Array<SearchType> | null | undefined;
  year?: FacetRangeFilter | null | undefined;
};

/** The types that can be found. */
export type SearchType =
  | 'ARTICLE'
  | 'COLLECTION'
  | 'FILM'
  | 'PERSON'
  | 'TOPIC';

/** For whom a text track is. */
export type TrackKind =
  /** For those who do not hear: words and sounds. */
  | 'CAPTIONS'
  /** The words, in another language. */
  | 'SUBTITLES';

/** How far the encoding of a film has come. */
export type VideoStatus =
  /** Could not be encoded; see `error`. */
  | 'ERRORED'
  /** Being encoded. */
  | 'PREPARING'
  /** Can be played. */
  | 'READY';
