/** The types of documents. */
export type DocumentType =
  /** An article that explains a subject. */
  | 'ARTICLE'
  /** An ordered collection of films. */
  | 'COLLECTION'
  /** A person who writes for the publication. */
  | 'CONTRIBUTOR'
  /** A short film about one phenomenon, rendered by code. */
  | 'FILM'
  /** A person behind an idea. */
  | 'PERSON'
  /** A topic of films and articles. */
  | 'TOPIC';

/** Matches any of these values. */
export type FacetFilter = {
  /** The values, as in `FacetValue.value`; an empty list matches nothing. */
  in?: Array<string> | null | undefined;
};

/** The facets of search results. */
export type FacetKey =
  /** The topics, the central one first. */
  | 'TOPICS'
  /** The type of the document. */
  | 'TYPE'
  /** The year the phenomenon was first described. */
  | 'YEAR';

/** The interactive figures. */
export type FigureKind =
  /** Birds that follow three rules. */
  | 'BOIDS'
  /** A map of the plane that folds a sheet of points into an attractor. */
  | 'CLIFFORD'
  /** Rows of cells, each of which follows from the row before. */
  | 'ELEMENTARY_AUTOMATON'
  /** Circles on circles that draw a curve. */
  | 'EPICYCLES'
  /** Two substances that react and spread. */
  | 'GRAY_SCOTT'
  /** Conway's Game of Life. */
  | 'LIFE'
  /** The curve of two oscillations at right angles. */
  | 'LISSAJOUS'
  /** Two trajectories of the Lorenz equations. */
  | 'LORENZ'
  /** Waves of two sources in a tank of water. */
  | 'RIPPLES';

/** Matches any of these numbers, or numbers within these bounds. */
export type IntFacetFilter = {
  /** The minimum. */
  gte?: number | null | undefined;
  /** The numbers; an empty list matches nothing. */
  in?: Array<number> | null | undefined;
  /** The maximum. */
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
  /** Filters by `topics`: the topics, the central one first. */
  topics?: FacetFilter | null | undefined;
  /** Filters by `year`: the year the phenomenon was first described. */
  year?: IntFacetFilter | null | undefined;
};

/** The fields in whose values search finds words. */
export type SearchableField =
  /** The people who wrote it, in the order of its byline. */
  | 'AUTHORS'
  /** A short biography. */
  | 'BIOGRAPHY'
  /** The text, with formulas, figures, code and films. */
  | 'BODY'
  /** The people behind the idea. */
  | 'CREDITS'
  /** The description. */
  | 'DESCRIPTION'
  /** A short introduction. */
  | 'EXCERPT'
  /** The achievement they are known for, in a few words. */
  | 'KNOWN_FOR'
  /** The name. */
  | 'NAME'
  /** The people whose work it explains; `authors` wrote it. */
  | 'PEOPLE'
  /** An explanation of what the film shows. */
  | 'SYNOPSIS'
  /** A one-line summary. */
  | 'TAGLINE'
  /** The title. */
  | 'TITLE'
  /** The topics, the central one first. */
  | 'TOPICS'
  /** The year the phenomenon was first described. */
  | 'YEAR';

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
