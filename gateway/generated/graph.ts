import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Row, Context } from '../core/context.ts';
import type { Asset } from '../providers/media/asset.ts';
import type { ApiKeyInfo } from '../services/auth/apiKeys.ts';
import type { Playback as PlaybackParent, PlayableTrack } from '../providers/media/playback.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A calendar date, e.g. `1912-06-23`. */
  Date: { input: string; output: string; }
  /** A moment in time, ISO 8601 with an offset, e.g. `2026-03-14T09:26:53Z`. Answers are in UTC. */
  DateTime: { input: string; output: string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  /** A permission of an API key or an editor, e.g. `read:published`, `read:drafts`, `media:sign`, `media:write`, `index:write` or `keys:write`. */
  Scope: { input: string; output: string; }
};

/** An API key without its secret. */
export type ApiKey = {
  __typename?: 'ApiKey';
  createdAt: Scalars['DateTime']['output'];
  /** The caller that created it: `key:<id>`, `editor:<subject>` or `operator`. */
  createdBy: Scalars['String']['output'];
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  /** The name of the client that uses it. */
  name: Scalars['String']['output'];
  /** Origins of web pages that may use it; empty if unrestricted. */
  origins: Array<Scalars['String']['output']>;
  /** The time until which the previous secret stays valid. */
  overlapsUntil?: Maybe<Scalars['DateTime']['output']>;
  /** The time of its revocation. */
  revokedAt?: Maybe<Scalars['DateTime']['output']>;
  scopes: Array<Scalars['Scope']['output']>;
  /** The time of its last use, rounded down to ten minutes. */
  usedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** An article that teaches. */
export type Article = Node & {
  __typename?: 'Article';
  /** Whose work it follows. */
  authors: Array<Person>;
  /** The article itself, with formulas, figures, code and films in it. */
  body?: Maybe<RichText>;
  /** The picture it opens with. */
  cover?: Maybe<Image>;
  /** When the document was first made. */
  createdAt: Scalars['DateTime']['output'];
  /** A few lines that lead into it. */
  excerpt?: Maybe<Scalars['String']['output']>;
  /** The films it is about. */
  films: Array<Film>;
  /** Globally unique and opaque; `node(id:)` finds the document again. */
  id: Scalars['ID']['output'];
  /** When it appeared. */
  publishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Its name in addresses. */
  slug: Scalars['String']['output'];
  /** What it is called. */
  title: Scalars['String']['output'];
  /** What it is about. */
  topics: Array<Topic>;
  /** When the document was last changed. */
  updatedAt: Scalars['DateTime']['output'];
};

/** A page of articles. */
export type ArticleConnection = {
  __typename?: 'ArticleConnection';
  /** The rows of this page with their cursors. */
  edges: Array<ArticleEdge>;
  /** The documents of this page; null for one that lacks what its type promises. */
  nodes: Array<Maybe<Article>>;
  /** Where this page lies in the whole. */
  pageInfo: PageInfo;
  /** How many there are over all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A row of a page of articles. */
export type ArticleEdge = {
  __typename?: 'ArticleEdge';
  /** Names this place in the list: what `after` takes. */
  cursor: Scalars['String']['output'];
  /** The document; null for one that lacks what its type promises. */
  node?: Maybe<Article>;
};

/** Which articles are meant: all of it must hold. */
export type ArticleFilter = {
  /** All of these hold. */
  and?: InputMaybe<Array<ArticleFilter>>;
  authors?: InputMaybe<ReferenceFilter>;
  body?: InputMaybe<TextFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  excerpt?: InputMaybe<StringFilter>;
  films?: InputMaybe<ReferenceFilter>;
  id?: InputMaybe<IdFilter>;
  /** This does not hold. */
  not?: InputMaybe<ArticleFilter>;
  /** At least one of these holds. */
  or?: InputMaybe<Array<ArticleFilter>>;
  publishedAt?: InputMaybe<DateTimeFilter>;
  slug?: InputMaybe<StringFilter>;
  title?: InputMaybe<StringFilter>;
  topics?: InputMaybe<ReferenceFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** What articles are ordered by. Rows without a value come last in ascending order, first in descending. */
export type ArticleOrder =
  | 'CREATED_AT_ASC'
  | 'CREATED_AT_DESC'
  | 'EXCERPT_ASC'
  | 'EXCERPT_DESC'
  | 'PUBLISHED_AT_ASC'
  | 'PUBLISHED_AT_DESC'
  | 'SLUG_ASC'
  | 'SLUG_DESC'
  | 'TITLE_ASC'
  | 'TITLE_DESC'
  | 'UPDATED_AT_ASC'
  | 'UPDATED_AT_DESC';

/** Filters what is true or false. */
export type BooleanFilter = {
  /** Whether there is a value. */
  defined?: InputMaybe<Scalars['Boolean']['input']>;
  eq?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Who may be given a kept answer. */
export type CacheControlScope =
  /** The client who asked, and nobody else. */
  | 'PRIVATE'
  /** Everybody of the same audience. */
  | 'PUBLIC';

/** A part of a film that has a name. */
export type Chapter = {
  __typename?: 'Chapter';
  /** In seconds. */
  start: Scalars['Float']['output'];
  /** What happens in it. */
  title: Scalars['String']['output'];
};

/** Holds when one chapter satisfies all of it. */
export type ChapterFilter = {
  start?: InputMaybe<FloatFilter>;
  title?: InputMaybe<StringFilter>;
};

/** Films in an order that makes an argument. */
export type Collection = Node & {
  __typename?: 'Collection';
  /** When the document was first made. */
  createdAt: Scalars['DateTime']['output'];
  /** Its point of view. */
  description?: Maybe<Scalars['String']['output']>;
  /** In the order of the collection. */
  films: FilmConnection;
  /** Globally unique and opaque; `node(id:)` finds the document again. */
  id: Scalars['ID']['output'];
  /** Its name in addresses. */
  slug: Scalars['String']['output'];
  /** What it is called. */
  title: Scalars['String']['output'];
  /** When the document was last changed. */
  updatedAt: Scalars['DateTime']['output'];
};


/** Films in an order that makes an argument. */
export type CollectionFilmsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<FilmFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<FilmOrder>;
};

/** A page of collections. */
export type CollectionConnection = {
  __typename?: 'CollectionConnection';
  /** The rows of this page with their cursors. */
  edges: Array<CollectionEdge>;
  /** The documents of this page; null for one that lacks what its type promises. */
  nodes: Array<Maybe<Collection>>;
  /** Where this page lies in the whole. */
  pageInfo: PageInfo;
  /** How many there are over all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A row of a page of collections. */
export type CollectionEdge = {
  __typename?: 'CollectionEdge';
  /** Names this place in the list: what `after` takes. */
  cursor: Scalars['String']['output'];
  /** The document; null for one that lacks what its type promises. */
  node?: Maybe<Collection>;
};

/** Which collections are meant: all of it must hold. */
export type CollectionFilter = {
  /** All of these hold. */
  and?: InputMaybe<Array<CollectionFilter>>;
  createdAt?: InputMaybe<DateTimeFilter>;
  description?: InputMaybe<StringFilter>;
  films?: InputMaybe<ReferenceFilter>;
  id?: InputMaybe<IdFilter>;
  /** This does not hold. */
  not?: InputMaybe<CollectionFilter>;
  /** At least one of these holds. */
  or?: InputMaybe<Array<CollectionFilter>>;
  slug?: InputMaybe<StringFilter>;
  title?: InputMaybe<StringFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** What collections are ordered by. Rows without a value come last in ascending order, first in descending. */
export type CollectionOrder =
  | 'CREATED_AT_ASC'
  | 'CREATED_AT_DESC'
  | 'DESCRIPTION_ASC'
  | 'DESCRIPTION_DESC'
  | 'SLUG_ASC'
  | 'SLUG_DESC'
  | 'TITLE_ASC'
  | 'TITLE_DESC'
  | 'UPDATED_AT_ASC'
  | 'UPDATED_AT_DESC';

/** A document that is not what it was. Changes of one moment to one document are told once. */
export type ContentChange = {
  __typename?: 'ContentChange';
  /** The document's global id, also where there is no such document any more. */
  id: Scalars['ID']['output'];
  /** The document as it is now; null when it is not published any more. */
  node?: Maybe<Node>;
  /** Of what type it is. */
  type: DocumentType;
};

/** The input of `createKey`. */
export type CreateKeyInput = {
  /** The time at which it expires; never by default. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The name of the client that uses it. */
  name: Scalars['String']['input'];
  /** Origins of web pages that may use it, e.g. `https://example.org`; empty if unrestricted. */
  origins?: InputMaybe<Array<Scalars['String']['input']>>;
  scopes: Array<Scalars['Scope']['input']>;
};

/** Somebody's part in an idea. */
export type Credit = {
  __typename?: 'Credit';
  /** Who; null when they have no page. */
  person?: Maybe<Person>;
  /** What they did, e.g. `Equations`. */
  role: Scalars['String']['output'];
};

/** Holds when one credit satisfies all of it. */
export type CreditFilter = {
  person?: InputMaybe<ReferenceFilter>;
  role?: InputMaybe<StringFilter>;
};

/** Words shown from one second to another. */
export type Cue = {
  __typename?: 'Cue';
  /** In seconds. */
  end: Scalars['Float']['output'];
  /** In seconds. */
  start: Scalars['Float']['output'];
  /** Without markup. */
  text: Scalars['String']['output'];
};

/** Filters a calendar date. */
export type DateFilter = {
  /** Whether there is a value. */
  defined?: InputMaybe<Scalars['Boolean']['input']>;
  eq?: InputMaybe<Scalars['Date']['input']>;
  gt?: InputMaybe<Scalars['Date']['input']>;
  gte?: InputMaybe<Scalars['Date']['input']>;
  lt?: InputMaybe<Scalars['Date']['input']>;
  lte?: InputMaybe<Scalars['Date']['input']>;
};

/** Filters a moment in time. */
export type DateTimeFilter = {
  /** Whether there is a value. */
  defined?: InputMaybe<Scalars['Boolean']['input']>;
  eq?: InputMaybe<Scalars['DateTime']['input']>;
  gt?: InputMaybe<Scalars['DateTime']['input']>;
  gte?: InputMaybe<Scalars['DateTime']['input']>;
  lt?: InputMaybe<Scalars['DateTime']['input']>;
  lte?: InputMaybe<Scalars['DateTime']['input']>;
};

/** The types of documents. */
export type DocumentType =
  | 'ARTICLE'
  | 'COLLECTION'
  | 'FILM'
  | 'PERSON'
  | 'TOPIC';

/** The values of one facet among what was found. A facet that is refined by is counted as if it were not. */
export type Facet = {
  __typename?: 'Facet';
  /** Whether the counts are exact. */
  exhaustive: Scalars['Boolean']['output'];
  /** Which facet this is. */
  key: FacetKey;
  /** For people, e.g. `Topics`. */
  label: Scalars['String']['output'];
  /** For facets of numbers. */
  stats?: Maybe<FacetStats>;
  /** The fullest first. */
  values: Array<FacetValue>;
};

/** One of these values. */
export type FacetFilter = {
  in?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** What can be counted and refined by. */
export type FacetKey =
  | 'TOPICS'
  | 'TYPE'
  | 'YEAR';

/** One of these values, or between these bounds. */
export type FacetRangeFilter = {
  gte?: InputMaybe<Scalars['Float']['input']>;
  in?: InputMaybe<Array<Scalars['Float']['input']>>;
  lte?: InputMaybe<Scalars['Float']['input']>;
};

/** The range of a facet of numbers among what was found. */
export type FacetStats = {
  __typename?: 'FacetStats';
  /** The greatest value. */
  max: Scalars['Float']['output'];
  /** The smallest value. */
  min: Scalars['Float']['output'];
};

/** A value of a facet, and how many documents have it. */
export type FacetValue = {
  __typename?: 'FacetValue';
  /** How many found documents have it. */
  count: Scalars['Int']['output'];
  /** For people; the title of the document when the facet is a reference. */
  label: Scalars['String']['output'];
  /** Whether the filter of this search names the value. */
  selected: Scalars['Boolean']['output'];
  /** What `SearchFilter` takes. */
  value: Scalars['String']['output'];
};

/** A short film of one phenomenon, drawn by code. */
export type Film = Node & {
  __typename?: 'Film';
  /** A CSS colour from the film's own palette, e.g. `oklch(0.72 0.13 210)`. */
  accent?: Maybe<Scalars['String']['output']>;
  /** The articles that are about it. */
  articles: ArticleConnection;
  /** Its parts, in order. */
  chapters: Array<Chapter>;
  /** The collections that contain it. */
  collections: CollectionConnection;
  /** When the document was first made. */
  createdAt: Scalars['DateTime']['output'];
  /** The people behind the idea. */
  credits: Array<Credit>;
  /** Globally unique and opaque; `node(id:)` finds the document again. */
  id: Scalars['ID']['output'];
  /** When it was first shown. */
  publishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Films that share the most topics with it. */
  related?: Maybe<Array<Film>>;
  /** Its name in addresses. */
  slug: Scalars['String']['output'];
  /** Where its facts come from. */
  sources: Array<Source>;
  /** What is seen, and why it happens. */
  synopsis?: Maybe<RichText>;
  /** One line that makes one want to watch. */
  tagline?: Maybe<Scalars['String']['output']>;
  /** What it is called. */
  title: Scalars['String']['output'];
  /** What it is about. */
  topics: Array<Topic>;
  /** When the document was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** The film itself. */
  video?: Maybe<Video>;
  /** The year the phenomenon was first described. */
  year?: Maybe<Scalars['Int']['output']>;
};


/** A short film of one phenomenon, drawn by code. */
export type FilmArticlesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ArticleFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<ArticleOrder>;
};


/** A short film of one phenomenon, drawn by code. */
export type FilmCollectionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<CollectionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<CollectionOrder>;
};


/** A short film of one phenomenon, drawn by code. */
export type FilmRelatedArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of films. */
export type FilmConnection = {
  __typename?: 'FilmConnection';
  /** The rows of this page with their cursors. */
  edges: Array<FilmEdge>;
  /** The documents of this page; null for one that lacks what its type promises. */
  nodes: Array<Maybe<Film>>;
  /** Where this page lies in the whole. */
  pageInfo: PageInfo;
  /** How many there are over all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A row of a page of films. */
export type FilmEdge = {
  __typename?: 'FilmEdge';
  /** Names this place in the list: what `after` takes. */
  cursor: Scalars['String']['output'];
  /** The document; null for one that lacks what its type promises. */
  node?: Maybe<Film>;
};

/** Which films are meant: all of it must hold. */
export type FilmFilter = {
  accent?: InputMaybe<StringFilter>;
  /** All of these hold. */
  and?: InputMaybe<Array<FilmFilter>>;
  chapters?: InputMaybe<ChapterFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  credits?: InputMaybe<CreditFilter>;
  id?: InputMaybe<IdFilter>;
  /** This does not hold. */
  not?: InputMaybe<FilmFilter>;
  /** At least one of these holds. */
  or?: InputMaybe<Array<FilmFilter>>;
  publishedAt?: InputMaybe<DateTimeFilter>;
  slug?: InputMaybe<StringFilter>;
  sources?: InputMaybe<SourceFilter>;
  synopsis?: InputMaybe<TextFilter>;
  tagline?: InputMaybe<StringFilter>;
  title?: InputMaybe<StringFilter>;
  topics?: InputMaybe<ReferenceFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
  year?: InputMaybe<IntFilter>;
};

/** What films are ordered by. Rows without a value come last in ascending order, first in descending. */
export type FilmOrder =
  | 'ACCENT_ASC'
  | 'ACCENT_DESC'
  | 'CREATED_AT_ASC'
  | 'CREATED_AT_DESC'
  | 'PUBLISHED_AT_ASC'
  | 'PUBLISHED_AT_DESC'
  | 'SLUG_ASC'
  | 'SLUG_DESC'
  | 'TAGLINE_ASC'
  | 'TAGLINE_DESC'
  | 'TITLE_ASC'
  | 'TITLE_DESC'
  | 'UPDATED_AT_ASC'
  | 'UPDATED_AT_DESC'
  | 'YEAR_ASC'
  | 'YEAR_DESC';

/** Filters a number. */
export type FloatFilter = {
  /** Whether there is a value. */
  defined?: InputMaybe<Scalars['Boolean']['input']>;
  eq?: InputMaybe<Scalars['Float']['input']>;
  gt?: InputMaybe<Scalars['Float']['input']>;
  gte?: InputMaybe<Scalars['Float']['input']>;
  in?: InputMaybe<Array<Scalars['Float']['input']>>;
  lt?: InputMaybe<Scalars['Float']['input']>;
  lte?: InputMaybe<Scalars['Float']['input']>;
  ne?: InputMaybe<Scalars['Float']['input']>;
};

/** A field of a found document, cut at the matches. */
export type Highlight = {
  __typename?: 'Highlight';
  /** The field's name in the graph. */
  field: Scalars['String']['output'];
  /** The field's text in order, cut where a match begins and ends. */
  segments: Array<TextSegment>;
};

/** A point in a picture: fractions of its width and height, from the top left. */
export type Hotspot = {
  __typename?: 'Hotspot';
  /** From the left. */
  x: Scalars['Float']['output'];
  /** From the top. */
  y: Scalars['Float']['output'];
};

/** Filters by global ids. */
export type IdFilter = {
  eq?: InputMaybe<Scalars['ID']['input']>;
  in?: InputMaybe<Array<Scalars['ID']['input']>>;
};

/** A still picture of the content service. Its hotspot and crop are honoured in every address. */
export type Image = {
  __typename?: 'Image';
  /** What the picture shows, for those who do not see it. */
  alt?: Maybe<Scalars['String']['output']>;
  /** Words to set under the picture. */
  caption?: Maybe<Scalars['String']['output']>;
  /** The dominant colour, e.g. `#1d2b3a`. */
  color?: Maybe<Scalars['String']['output']>;
  /** In pixels, after the editor's crop. */
  height: Scalars['Int']['output'];
  /** The point that must stay in view, as fractions of width and height. */
  hotspot?: Maybe<Hotspot>;
  /** A tiny preview as a data address, to stand in until the picture arrives. */
  placeholder?: Maybe<Scalars['String']['output']>;
  /** Addresses by width for the `srcset` attribute, never wider than the original. */
  srcSet: Scalars['String']['output'];
  /** An address of the picture. With one dimension the other follows; with both, `fit` decides. */
  url: Scalars['String']['output'];
  /** In pixels, after the editor's crop. */
  width: Scalars['Int']['output'];
};


/** A still picture of the content service. Its hotspot and crop are honoured in every address. */
export type ImageSrcSetArgs = {
  aspectRatio?: InputMaybe<Scalars['Float']['input']>;
  format?: InputMaybe<ImageFormat>;
  quality?: InputMaybe<Scalars['Int']['input']>;
  widths: Array<Scalars['Int']['input']>;
};


/** A still picture of the content service. Its hotspot and crop are honoured in every address. */
export type ImageUrlArgs = {
  fit?: InputMaybe<ImageFit>;
  format?: InputMaybe<ImageFormat>;
  height?: InputMaybe<Scalars['Int']['input']>;
  quality?: InputMaybe<Scalars['Int']['input']>;
  width?: InputMaybe<Scalars['Int']['input']>;
};

/** What happens when a picture's shape is not the shape asked for. */
export type ImageFit =
  /** Fill the box, cutting what hangs over; the hotspot stays in view. */
  | 'CROP'
  /** Fit inside the box, and fill the rest with the background. */
  | 'FILL'
  /** Fit inside the box, keeping the shape. */
  | 'MAX'
  /** Distort to the box. */
  | 'SCALE';

/** How a picture is encoded. */
export type ImageFormat =
  /** The best format that the reader's browser accepts. */
  | 'AUTO'
  | 'JPG'
  | 'PNG'
  | 'WEBP';

/** What a comparison of an index with its sources found; it is mended at once. */
export type IndexDrift = {
  __typename?: 'IndexDrift';
  /** When the comparison ended. */
  at: Scalars['DateTime']['output'];
  /** Records without a document. */
  extra: Scalars['Int']['output'];
  /** The name of the index. */
  index: Scalars['String']['output'];
  /** Documents without a record. */
  missing: Scalars['Int']['output'];
  /** Why the extra records are left as they are; null when they are removed. */
  refused?: Maybe<Scalars['String']['output']>;
  /** Records of an older revision. */
  stale: Scalars['Int']['output'];
};

/** A piece of index work that was given up. */
export type IndexFailure = {
  __typename?: 'IndexFailure';
  attempts: Scalars['Int']['output'];
  /** Why it failed the last time. */
  error: Scalars['String']['output'];
  /** When it was put on the list. */
  since: Scalars['DateTime']['output'];
  /** What was to be done, e.g. `record:<id of a document>`. */
  work: Scalars['String']['output'];
};

/** How many records an index holds. */
export type IndexSize = {
  __typename?: 'IndexSize';
  /** The name of the index. */
  index: Scalars['String']['output'];
  records: Scalars['Int']['output'];
};

/** How far search is behind what it is made of. */
export type IndexStatus = {
  __typename?: 'IndexStatus';
  /** What the last comparison of each index found that no news had told; empty before the first. */
  drift: Array<IndexDrift>;
  /** Pieces of work that were given up; `npm run index -- --retry` puts them back. */
  failed: Scalars['Int']['output'];
  /** Those that were given up, the oldest first. */
  failures: Array<IndexFailure>;
  /** Milliseconds for which the oldest piece of work has waited; null when none does. */
  lag?: Maybe<Scalars['Int']['output']>;
  /** How much there is to find. */
  records: Array<IndexSize>;
  /** Pieces of work that wait, those that are to be tried again among them. */
  waiting: Scalars['Int']['output'];
};


/** How far search is behind what it is made of. */
export type IndexStatusFailuresArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Filters a whole number. */
export type IntFilter = {
  /** Whether there is a value. */
  defined?: InputMaybe<Scalars['Boolean']['input']>;
  eq?: InputMaybe<Scalars['Int']['input']>;
  gt?: InputMaybe<Scalars['Int']['input']>;
  gte?: InputMaybe<Scalars['Int']['input']>;
  in?: InputMaybe<Array<Scalars['Int']['input']>>;
  lt?: InputMaybe<Scalars['Int']['input']>;
  lte?: InputMaybe<Scalars['Int']['input']>;
  ne?: InputMaybe<Scalars['Int']['input']>;
};

/** A few seconds of a film whose words match. Beside `node` there is a field for each document type that has a film. */
export type Moment = {
  __typename?: 'Moment';
  /** In seconds. */
  end: Scalars['Float']['output'];
  /** The film whose film this is; null when it is of another type. */
  film?: Maybe<Film>;
  /** The language of the words, as the film's track names it, e.g. `en`. */
  language: Scalars['String']['output'];
  /** The document whose film this is. */
  node?: Maybe<Node>;
  /** The words, cut at the matches. */
  snippet: Array<TextSegment>;
  /** In seconds. */
  start: Scalars['Float']['output'];
  /** A still from the middle of the moment; null when the film cannot be shown. */
  thumbnailUrl?: Maybe<Scalars['String']['output']>;
};


/** A few seconds of a film whose words match. Beside `node` there is a field for each document type that has a film. */
export type MomentThumbnailUrlArgs = {
  width?: InputMaybe<Scalars['Int']['input']>;
};

/** Moments of films that match, best first. */
export type MomentConnection = {
  __typename?: 'MomentConnection';
  /** The moments with their cursors. */
  edges: Array<MomentEdge>;
  /** The moments alone. */
  nodes: Array<Moment>;
  /** Where this page lies in the whole. */
  pageInfo: PageInfo;
  /** The words that were kept when nobody says all of them; null when nothing was left out. */
  relaxedQuery?: Maybe<Scalars['String']['output']>;
  /** How many moments match. */
  totalCount: Scalars['Int']['output'];
};

/** A moment in its list. */
export type MomentEdge = {
  __typename?: 'MomentEdge';
  /** Names this place in the list: what `after` takes. */
  cursor: Scalars['String']['output'];
  /** The moment. */
  node: Moment;
};

export type Mutation = {
  __typename?: 'Mutation';
  /**
   * Creates an API key. The caller needs every scope of the key.
   *
   * Needs the scope keys:write.
   */
  createKey?: Maybe<NewApiKey>;
  /**
   * Revokes a key with all its secrets, on every gateway within a second. A caller with a key needs every scope of the revoked key; an editor does not.
   *
   * Needs the scope keys:write.
   */
  revokeKey?: Maybe<ApiKey>;
  /**
   * Adds a secret to a key; the previous secret stays valid for the overlap. The caller needs every scope of the key.
   *
   * Needs the scope keys:write.
   */
  rotateKey?: Maybe<NewApiKey>;
};


export type MutationCreateKeyArgs = {
  input: CreateKeyInput;
};


export type MutationRevokeKeyArgs = {
  id: Scalars['ID']['input'];
};


export type MutationRotateKeyArgs = {
  id: Scalars['ID']['input'];
  overlapHours?: InputMaybe<Scalars['Float']['input']>;
};

/** An API key with its new secret. */
export type NewApiKey = {
  __typename?: 'NewApiKey';
  key: ApiKey;
  /** The value of `Authorization: Bearer` or `X-Api-Key`. It is not stored and cannot be read again. */
  secret: Scalars['String']['output'];
};

/** An object with an identity of its own, the same through every field that reaches it. */
export type Node = {
  /** Globally unique and opaque; `node(id:)` finds the object again. */
  id: Scalars['ID']['output'];
};

/** Where a page of a connection lies in the whole. */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** The cursor of the last row: what `after` takes for the next page. Null when the page is empty. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether there are rows after this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether there are rows before this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the first row; null when the page is empty. */
  startCursor?: Maybe<Scalars['String']['output']>;
};

/** Somebody with an idea, or somebody who writes about one. */
export type Person = Node & {
  __typename?: 'Person';
  /** The articles that follow their work. */
  articles: ArticleConnection;
  /** A short life. */
  biography?: Maybe<RichText>;
  /** When they were born, where it is surely known. */
  born?: Maybe<Scalars['Date']['output']>;
  /** When the document was first made. */
  createdAt: Scalars['DateTime']['output'];
  /** When they died, where it is surely known. */
  died?: Maybe<Scalars['Date']['output']>;
  /** The films that credit them. */
  films: FilmConnection;
  /** Globally unique and opaque; `node(id:)` finds the document again. */
  id: Scalars['ID']['output'];
  /** What they are known for, in a few words. */
  knownFor?: Maybe<Scalars['String']['output']>;
  /** The years of their life, e.g. `1917–2008`; null when neither is known. */
  lifespan?: Maybe<Scalars['String']['output']>;
  /** As they signed. */
  name: Scalars['String']['output'];
  /** Drawn by code from their mathematics; never a likeness. */
  portrait?: Maybe<Image>;
  /** Their name in addresses. */
  slug: Scalars['String']['output'];
  /** When the document was last changed. */
  updatedAt: Scalars['DateTime']['output'];
};


/** Somebody with an idea, or somebody who writes about one. */
export type PersonArticlesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ArticleFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<ArticleOrder>;
};


/** Somebody with an idea, or somebody who writes about one. */
export type PersonFilmsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<FilmFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<FilmOrder>;
};

/** A page of people. */
export type PersonConnection = {
  __typename?: 'PersonConnection';
  /** The rows of this page with their cursors. */
  edges: Array<PersonEdge>;
  /** The documents of this page; null for one that lacks what its type promises. */
  nodes: Array<Maybe<Person>>;
  /** Where this page lies in the whole. */
  pageInfo: PageInfo;
  /** How many there are over all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A row of a page of people. */
export type PersonEdge = {
  __typename?: 'PersonEdge';
  /** Names this place in the list: what `after` takes. */
  cursor: Scalars['String']['output'];
  /** The document; null for one that lacks what its type promises. */
  node?: Maybe<Person>;
};

/** Which people are meant: all of it must hold. */
export type PersonFilter = {
  /** All of these hold. */
  and?: InputMaybe<Array<PersonFilter>>;
  biography?: InputMaybe<TextFilter>;
  born?: InputMaybe<DateFilter>;
  createdAt?: InputMaybe<DateTimeFilter>;
  died?: InputMaybe<DateFilter>;
  id?: InputMaybe<IdFilter>;
  knownFor?: InputMaybe<StringFilter>;
  name?: InputMaybe<StringFilter>;
  /** This does not hold. */
  not?: InputMaybe<PersonFilter>;
  /** At least one of these holds. */
  or?: InputMaybe<Array<PersonFilter>>;
  slug?: InputMaybe<StringFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** What people are ordered by. Rows without a value come last in ascending order, first in descending. */
export type PersonOrder =
  | 'BORN_ASC'
  | 'BORN_DESC'
  | 'CREATED_AT_ASC'
  | 'CREATED_AT_DESC'
  | 'DIED_ASC'
  | 'DIED_DESC'
  | 'KNOWN_FOR_ASC'
  | 'KNOWN_FOR_DESC'
  | 'NAME_ASC'
  | 'NAME_DESC'
  | 'SLUG_ASC'
  | 'SLUG_DESC'
  | 'UPDATED_AT_ASC'
  | 'UPDATED_AT_DESC';

/** Addresses of a film. For a signed film each carries a token that expires. */
export type Playback = {
  __typename?: 'Playback';
  /** A few seconds as an animated picture; from the middle of the film, where its still is, unless a start or an end is given. */
  animatedUrl: Scalars['String']['output'];
  /** When the addresses stop working; null for a public film. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** The adaptive stream: an HLS multivariant playlist. */
  hlsUrl: Scalars['String']['output'];
  /** Who may play it. */
  policy: PlaybackPolicy;
  /** A still, in pixels and seconds; the middle of the film unless a time is given. */
  posterUrl: Scalars['String']['output'];
  /** Thumbnails over the whole length, as a WebVTT track of metadata. */
  storyboardUrl: Scalars['String']['output'];
};


/** Addresses of a film. For a signed film each carries a token that expires. */
export type PlaybackAnimatedUrlArgs = {
  end?: InputMaybe<Scalars['Float']['input']>;
  start?: InputMaybe<Scalars['Float']['input']>;
  width?: InputMaybe<Scalars['Int']['input']>;
};


/** Addresses of a film. For a signed film each carries a token that expires. */
export type PlaybackPosterUrlArgs = {
  format?: InputMaybe<ImageFormat>;
  height?: InputMaybe<Scalars['Int']['input']>;
  time?: InputMaybe<Scalars['Float']['input']>;
  width?: InputMaybe<Scalars['Int']['input']>;
};

/** Who may play a film. */
export type PlaybackPolicy =
  /** Everybody. */
  | 'PUBLIC'
  /** Whoever holds an address of this graph, until it expires. */
  | 'SIGNED';

/** Where every question begins. */
export type Query = {
  __typename?: 'Query';
  /** The published article with this slug or id; null when there is none. */
  article?: Maybe<Article>;
  /** Published articles, a page at a time; the newest first unless ordered. */
  articles?: Maybe<ArticleConnection>;
  /** The published collection with this slug or id; null when there is none. */
  collection?: Maybe<Collection>;
  /** Published collections, a page at a time; the newest first unless ordered. */
  collections?: Maybe<CollectionConnection>;
  /** The values of one facet whose label begins with the query. */
  facetValues?: Maybe<Array<FacetValue>>;
  /** The published film with this slug or id; null when there is none. */
  film?: Maybe<Film>;
  /** Published films, a page at a time; the newest first unless ordered. */
  films?: Maybe<FilmConnection>;
  /**
   * How far search is behind what it is made of, for those who run it.
   *
   * Needs the scope index:write.
   */
  indexStatus: IndexStatus;
  /**
   * All API keys of the deployment, oldest first, including expired and revoked ones.
   *
   * Needs the scope keys:write.
   */
  keys?: Maybe<Array<ApiKey>>;
  /** Seconds of films whose words match, best first. */
  moments?: Maybe<MomentConnection>;
  /** The object with this global id; null when there is none or it is not published. */
  node?: Maybe<Node>;
  /** The objects with these global ids, in the order asked; null for each that is missing. At most 100. */
  nodes?: Maybe<Array<Maybe<Node>>>;
  /** Published people, a page at a time; the newest first unless ordered. */
  people?: Maybe<PersonConnection>;
  /** The published person with this slug or id; null when there is none. */
  person?: Maybe<Person>;
  /** The budget of whoever asks; null where there is no limit. */
  rateLimit?: Maybe<RateLimit>;
  /**
   * Documents that match, best first. An empty query matches everything. While the search service is away, the content
   * service finds documents by the beginnings of words, and `extensions.fallback` says so.
   */
  search?: Maybe<SearchConnection>;
  /** Completions of the query, and the documents it probably means. */
  suggest?: Maybe<Suggestions>;
  /** The published topic with this slug or id; null when there is none. */
  topic?: Maybe<Topic>;
  /** Published topics, a page at a time; the newest first unless ordered. */
  topics?: Maybe<TopicConnection>;
};


/** Where every question begins. */
export type QueryArticleArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** Where every question begins. */
export type QueryArticlesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ArticleFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<ArticleOrder>;
};


/** Where every question begins. */
export type QueryCollectionArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** Where every question begins. */
export type QueryCollectionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<CollectionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<CollectionOrder>;
};


/** Where every question begins. */
export type QueryFacetValuesArgs = {
  filter?: InputMaybe<SearchFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  key: FacetKey;
  query?: InputMaybe<Scalars['String']['input']>;
  types?: InputMaybe<Array<SearchType>>;
};


/** Where every question begins. */
export type QueryFilmArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** Where every question begins. */
export type QueryFilmsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<FilmFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<FilmOrder>;
};


/** Where every question begins. */
export type QueryMomentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<SearchFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  languages?: InputMaybe<Array<Scalars['String']['input']>>;
  prefer?: InputMaybe<Scalars['String']['input']>;
  query: Scalars['String']['input'];
};


/** Where every question begins. */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/** Where every question begins. */
export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


/** Where every question begins. */
export type QueryPeopleArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<PersonFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<PersonOrder>;
};


/** Where every question begins. */
export type QueryPersonArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** Where every question begins. */
export type QueryRateLimitArgs = {
  dryRun?: InputMaybe<Scalars['Boolean']['input']>;
};


/** Where every question begins. */
export type QuerySearchArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  facets?: InputMaybe<Array<FacetKey>>;
  filter?: InputMaybe<SearchFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  query: Scalars['String']['input'];
  types?: InputMaybe<Array<SearchType>>;
};


/** Where every question begins. */
export type QuerySuggestArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  query: Scalars['String']['input'];
  types?: InputMaybe<Array<SearchType>>;
};


/** Where every question begins. */
export type QueryTopicArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** Where every question begins. */
export type QueryTopicsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<TopicFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<TopicOrder>;
};

/**
 * How the budget of whoever asks stands. Each address, each key and each editor has points, which restore themselves; an
 * operation costs as many as it has objects, and what is answered from what is kept costs none.
 */
export type RateLimit = {
  __typename?: 'RateLimit';
  /** Points that this operation costs at most. They are taken before it begins, and what it does not need is given back. */
  cost: Scalars['Int']['output'];
  /** Points there are at most. */
  limit: Scalars['Int']['output'];
  /** Points that are left, with the cost of this operation taken. */
  remaining: Scalars['Int']['output'];
  /** When all points will be there again, if nothing more is asked. */
  resetAt: Scalars['DateTime']['output'];
  /** Points that are not there. */
  used: Scalars['Int']['output'];
};

/** Filters by the documents referred to. */
export type ReferenceFilter = {
  /** Whether there is a reference. */
  defined?: InputMaybe<Scalars['Boolean']['input']>;
  /** Refers to at least one of these: slugs or global ids. */
  in?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Refers to none of these: slugs or global ids. */
  notIn?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Text with structure: Portable Text, and the documents it links to. */
export type RichText = {
  __typename?: 'RichText';
  /** Portable Text blocks (https://portabletext.org), as the content service holds them. */
  json: Scalars['JSON']['output'];
  /** What the text refers to and shows. */
  links: RichTextLinks;
  /** The words alone, with formulas in the text as people would type them (`zₙ²`); blocks are parted by an empty line. */
  plainText: Scalars['String']['output'];
  /** At 220 words a minute, rounded up. */
  readingMinutes: Scalars['Int']['output'];
};

/** A picture in a rich text, and the name the JSON has for its block. */
export type RichTextImage = {
  __typename?: 'RichTextImage';
  /** The picture itself. */
  image: Image;
  /** The `_key` of the block in the JSON. */
  key: Scalars['String']['output'];
};

/** What a rich text refers to. */
export type RichTextLinks = {
  __typename?: 'RichTextLinks';
  /**
   * The documents referred to, each once, in order of first mention: references that stand as blocks of their own,
   * attributes named `reference` of a block object or an annotation, also inside an annotation's `text`.
   * In the JSON, `_ref` holds the document's id in the content service; `RichTextReference.ref` is the same.
   */
  documents: Array<Node>;
  /** The pictures that stand in the text as blocks of their own: images, and block objects with an attribute `image`. */
  images: Array<RichTextImage>;
  /** The same documents with the `_ref` by which the JSON names each. */
  references: Array<RichTextReference>;
};

/** A document a rich text refers to, and the name the JSON has for it. */
export type RichTextReference = {
  __typename?: 'RichTextReference';
  /** The document itself. */
  document: Node;
  /** The `_ref` in the JSON. */
  ref: Scalars['String']['output'];
};

/**
 * The search service's part of the graph. `SearchItem`, `SearchType`, `FacetKey` and `SearchFilter` follow from the model:
 * every document type with a `@searchable` field, and every facet.
 */
export type SearchConnection = {
  __typename?: 'SearchConnection';
  /** What was found, with highlights and positions. */
  edges: Array<SearchEdge>;
  /** In the order asked; of them `TYPE` alone while the content service answers in place of the search service. */
  facets: Array<Facet>;
  /** The found documents alone. Those that no longer exist are left out. */
  nodes: Array<Maybe<SearchItem>>;
  /** Where this page lies in the whole. */
  pageInfo: PageInfo;
  /** Names this query when clicks and conversions are reported; null when analytics are off. */
  queryID?: Maybe<Scalars['String']['output']>;
  /** The words that were kept when the whole query found nothing; null when nothing was left out. */
  relaxedQuery?: Maybe<Scalars['String']['output']>;
  /** How many documents match. */
  totalCount: Scalars['Int']['output'];
  /** Whether `totalCount` was counted in full or estimated. */
  totalIsExact: Scalars['Boolean']['output'];
};

/** A found document, and how it was found. */
export type SearchEdge = {
  __typename?: 'SearchEdge';
  /** Names this place in the list: what `after` takes. */
  cursor: Scalars['String']['output'];
  /** The fields that matched. */
  highlights: Array<Highlight>;
  /** Null when the content service could not be asked. */
  node?: Maybe<SearchItem>;
  /** From 1, over all pages. */
  position: Scalars['Int']['output'];
};

/** All of it must hold. */
export type SearchFilter = {
  topics?: InputMaybe<FacetFilter>;
  type?: InputMaybe<Array<SearchType>>;
  year?: InputMaybe<FacetRangeFilter>;
};

/** Whatever can be found. */
export type SearchItem = Article | Collection | Film | Person | Topic;

/** The types that can be found. */
export type SearchType =
  | 'ARTICLE'
  | 'COLLECTION'
  | 'FILM'
  | 'PERSON'
  | 'TOPIC';

/** Where a fact comes from. */
export type Source = {
  __typename?: 'Source';
  /** Author, title and where it appeared. */
  title: Scalars['String']['output'];
  /** Where it can be read. */
  url?: Maybe<Scalars['String']['output']>;
};

/** Holds when one source satisfies all of it. */
export type SourceFilter = {
  title?: InputMaybe<StringFilter>;
  url?: InputMaybe<StringFilter>;
};

/** Filters a text. */
export type StringFilter = {
  /** Whether there is a value. */
  defined?: InputMaybe<Scalars['Boolean']['input']>;
  eq?: InputMaybe<Scalars['String']['input']>;
  in?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Words that occur, in any order; a word may end in `*`. */
  matches?: InputMaybe<Scalars['String']['input']>;
  ne?: InputMaybe<Scalars['String']['input']>;
};

/**
 * What is told as it happens, over a WebSocket at the graph's own address by the `graphql-transport-ws` protocol. A
 * connection that ends is to be opened again; what happened meanwhile is not told later, so read again what is shown.
 */
export type Subscription = {
  __typename?: 'Subscription';
  /** Each document that has been published, changed or taken away. */
  contentChanged: ContentChange;
  /**
   * The film with this `Video.id`: as it is now, and again whenever it has changed, until it is gone; `NOT_FOUND` where
   * there is none. A film of which nothing is known yet is looked for in turn, one a second.
   */
  videoStatus: Video;
};


/**
 * What is told as it happens, over a WebSocket at the graph's own address by the `graphql-transport-ws` protocol. A
 * connection that ends is to be opened again; what happened meanwhile is not told later, so read again what is shown.
 */
export type SubscriptionContentChangedArgs = {
  types?: InputMaybe<Array<DocumentType>>;
};


/**
 * What is told as it happens, over a WebSocket at the graph's own address by the `graphql-transport-ws` protocol. A
 * connection that ends is to be opened again; what happened meanwhile is not told later, so read again what is shown.
 */
export type SubscriptionVideoStatusArgs = {
  id: Scalars['ID']['input'];
};

/** A document that is probably meant, and why. */
export type SuggestedDocument = {
  __typename?: 'SuggestedDocument';
  /** The fields that matched. */
  highlights: Array<Highlight>;
  /** Null when the content service could not be asked, or has it no more. */
  node?: Maybe<SearchItem>;
};

/** A completion of what has been typed. */
export type SuggestedQuery = {
  __typename?: 'SuggestedQuery';
  /** The same, cut where it matches what has been typed. */
  segments: Array<TextSegment>;
  /** The whole query. */
  text: Scalars['String']['output'];
};

/** What somebody who has typed this much may be looking for. */
export type Suggestions = {
  __typename?: 'Suggestions';
  /** The same documents with what speaks for them. */
  documents: Array<SuggestedDocument>;
  /** Null when the content service could not be asked. */
  items?: Maybe<Array<SearchItem>>;
  /** Completions, the most telling first. */
  queries: Array<SuggestedQuery>;
};

/** Filters rich text by its words. */
export type TextFilter = {
  /** Whether there is a value. */
  defined?: InputMaybe<Scalars['Boolean']['input']>;
  /** Words that occur, in any order; a word may end in `*`. */
  matches?: InputMaybe<Scalars['String']['input']>;
};

/** Words, and whether they matched. Never markup. */
export type TextSegment = {
  __typename?: 'TextSegment';
  /** Whether the query found them. */
  matched: Scalars['Boolean']['output'];
  /** The words as they stand. */
  text: Scalars['String']['output'];
};

/** A subject that films and articles share. */
export type Topic = Node & {
  __typename?: 'Topic';
  /** The articles about it. */
  articles: ArticleConnection;
  /** When the document was first made. */
  createdAt: Scalars['DateTime']['output'];
  /** What belongs to it, in a sentence. */
  description?: Maybe<Scalars['String']['output']>;
  /** The films about it. */
  films: FilmConnection;
  /** Globally unique and opaque; `node(id:)` finds the document again. */
  id: Scalars['ID']['output'];
  /** Its name in addresses. */
  slug: Scalars['String']['output'];
  /** What it is called. */
  title: Scalars['String']['output'];
  /** When the document was last changed. */
  updatedAt: Scalars['DateTime']['output'];
};


/** A subject that films and articles share. */
export type TopicArticlesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ArticleFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<ArticleOrder>;
};


/** A subject that films and articles share. */
export type TopicFilmsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<FilmFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<FilmOrder>;
};

/** A page of topics. */
export type TopicConnection = {
  __typename?: 'TopicConnection';
  /** The rows of this page with their cursors. */
  edges: Array<TopicEdge>;
  /** The documents of this page; null for one that lacks what its type promises. */
  nodes: Array<Maybe<Topic>>;
  /** Where this page lies in the whole. */
  pageInfo: PageInfo;
  /** How many there are over all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A row of a page of topics. */
export type TopicEdge = {
  __typename?: 'TopicEdge';
  /** Names this place in the list: what `after` takes. */
  cursor: Scalars['String']['output'];
  /** The document; null for one that lacks what its type promises. */
  node?: Maybe<Topic>;
};

/** Which topics are meant: all of it must hold. */
export type TopicFilter = {
  /** All of these hold. */
  and?: InputMaybe<Array<TopicFilter>>;
  createdAt?: InputMaybe<DateTimeFilter>;
  description?: InputMaybe<StringFilter>;
  id?: InputMaybe<IdFilter>;
  /** This does not hold. */
  not?: InputMaybe<TopicFilter>;
  /** At least one of these holds. */
  or?: InputMaybe<Array<TopicFilter>>;
  slug?: InputMaybe<StringFilter>;
  title?: InputMaybe<StringFilter>;
  updatedAt?: InputMaybe<DateTimeFilter>;
};

/** What topics are ordered by. Rows without a value come last in ascending order, first in descending. */
export type TopicOrder =
  | 'CREATED_AT_ASC'
  | 'CREATED_AT_DESC'
  | 'DESCRIPTION_ASC'
  | 'DESCRIPTION_DESC'
  | 'SLUG_ASC'
  | 'SLUG_DESC'
  | 'TITLE_ASC'
  | 'TITLE_DESC'
  | 'UPDATED_AT_ASC'
  | 'UPDATED_AT_DESC';

/** A text track of a film. */
export type Track = {
  __typename?: 'Track';
  /** The track's id in the media library. */
  id: Scalars['ID']['output'];
  /** For whom it is. */
  kind: TrackKind;
  /** For people, e.g. `English (captions)`. */
  label: Scalars['String']['output'];
  /** A BCP 47 code. */
  language: Scalars['String']['output'];
  /** The address of the track as WebVTT. */
  src: Scalars['String']['output'];
};

/** For whom a text track is. */
export type TrackKind =
  /** For those who do not hear: words and sounds. */
  | 'CAPTIONS'
  /** The words, in another language. */
  | 'SUBTITLES';

/** A film of the media library. */
export type Video = {
  __typename?: 'Video';
  /** Width to height, e.g. `16:9`; null until the asset is ready. */
  aspectRatio?: Maybe<Scalars['String']['output']>;
  /** In seconds; null until the asset is ready. */
  duration?: Maybe<Scalars['Float']['output']>;
  /** Why an errored asset failed; null otherwise. */
  error?: Maybe<Scalars['String']['output']>;
  /** The asset's id in the media library. */
  id: Scalars['ID']['output'];
  /** How to play it; null until the asset is ready. */
  playback?: Maybe<Playback>;
  /** How far its encoding has come. */
  status: VideoStatus;
  /** Captions, subtitles and other text tracks that are ready. */
  tracks: Array<Track>;
  /** The spoken or described words with their times; null when there is no text track in that language. */
  transcript?: Maybe<Array<Cue>>;
};


/** A film of the media library. */
export type VideoTracksArgs = {
  kind?: InputMaybe<TrackKind>;
};


/** A film of the media library. */
export type VideoTranscriptArgs = {
  language?: Scalars['String']['input'];
};

/** How far the encoding of a film has come. */
export type VideoStatus =
  /** Could not be encoded; see `error`. */
  | 'ERRORED'
  /** Being encoded. */
  | 'PREPARING'
  /** Can be played. */
  | 'READY';



export type ResolverTypeWrapper<T> = Promise<T> | T;

export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;



/** Mapping of union types */
export type ResolversUnionTypes<_RefType extends Record<string, unknown>> = {
  SearchItem:
    | ( Row )
    | ( Row )
    | ( Row )
    | ( Row )
    | ( Row )
  ;
};

/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Node:
    | ( Row )
    | ( Row )
    | ( Row )
    | ( Row )
    | ( Row )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  ApiKey: ResolverTypeWrapper<ApiKeyInfo>;
  Article: ResolverTypeWrapper<Row>;
  ArticleConnection: ResolverTypeWrapper<Omit<ArticleConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['ArticleEdge']>, nodes: Array<Maybe<ResolversTypes['Article']>> }>;
  ArticleEdge: ResolverTypeWrapper<Omit<ArticleEdge, 'node'> & { node?: Maybe<ResolversTypes['Article']> }>;
  ArticleFilter: ArticleFilter;
  ArticleOrder: ArticleOrder;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  BooleanFilter: BooleanFilter;
  CacheControlScope: CacheControlScope;
  Chapter: ResolverTypeWrapper<Chapter>;
  ChapterFilter: ChapterFilter;
  Collection: ResolverTypeWrapper<Row>;
  CollectionConnection: ResolverTypeWrapper<Omit<CollectionConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['CollectionEdge']>, nodes: Array<Maybe<ResolversTypes['Collection']>> }>;
  CollectionEdge: ResolverTypeWrapper<Omit<CollectionEdge, 'node'> & { node?: Maybe<ResolversTypes['Collection']> }>;
  CollectionFilter: CollectionFilter;
  CollectionOrder: CollectionOrder;
  ContentChange: ResolverTypeWrapper<Omit<ContentChange, 'node'> & { node?: Maybe<ResolversTypes['Node']> }>;
  CreateKeyInput: CreateKeyInput;
  Credit: ResolverTypeWrapper<Omit<Credit, 'person'> & { person?: Maybe<ResolversTypes['Person']> }>;
  CreditFilter: CreditFilter;
  Cue: ResolverTypeWrapper<Cue>;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateFilter: DateFilter;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DateTimeFilter: DateTimeFilter;
  DocumentType: DocumentType;
  Facet: ResolverTypeWrapper<Facet>;
  FacetFilter: FacetFilter;
  FacetKey: FacetKey;
  FacetRangeFilter: FacetRangeFilter;
  FacetStats: ResolverTypeWrapper<FacetStats>;
  FacetValue: ResolverTypeWrapper<FacetValue>;
  Film: ResolverTypeWrapper<Row>;
  FilmConnection: ResolverTypeWrapper<Omit<FilmConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['FilmEdge']>, nodes: Array<Maybe<ResolversTypes['Film']>> }>;
  FilmEdge: ResolverTypeWrapper<Omit<FilmEdge, 'node'> & { node?: Maybe<ResolversTypes['Film']> }>;
  FilmFilter: FilmFilter;
  FilmOrder: FilmOrder;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  FloatFilter: FloatFilter;
  Highlight: ResolverTypeWrapper<Highlight>;
  Hotspot: ResolverTypeWrapper<Hotspot>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  IDFilter: IdFilter;
  Image: ResolverTypeWrapper<Image>;
  ImageFit: ImageFit;
  ImageFormat: ImageFormat;
  IndexDrift: ResolverTypeWrapper<IndexDrift>;
  IndexFailure: ResolverTypeWrapper<IndexFailure>;
  IndexSize: ResolverTypeWrapper<IndexSize>;
  IndexStatus: ResolverTypeWrapper<IndexStatus>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  IntFilter: IntFilter;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  Moment: ResolverTypeWrapper<Omit<Moment, 'film' | 'node'> & { film?: Maybe<ResolversTypes['Film']>, node?: Maybe<ResolversTypes['Node']> }>;
  MomentConnection: ResolverTypeWrapper<Omit<MomentConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['MomentEdge']>, nodes: Array<ResolversTypes['Moment']> }>;
  MomentEdge: ResolverTypeWrapper<Omit<MomentEdge, 'node'> & { node: ResolversTypes['Moment'] }>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  NewApiKey: ResolverTypeWrapper<Omit<NewApiKey, 'key'> & { key: ResolversTypes['ApiKey'] }>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Person: ResolverTypeWrapper<Row>;
  PersonConnection: ResolverTypeWrapper<Omit<PersonConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['PersonEdge']>, nodes: Array<Maybe<ResolversTypes['Person']>> }>;
  PersonEdge: ResolverTypeWrapper<Omit<PersonEdge, 'node'> & { node?: Maybe<ResolversTypes['Person']> }>;
  PersonFilter: PersonFilter;
  PersonOrder: PersonOrder;
  Playback: ResolverTypeWrapper<PlaybackParent>;
  PlaybackPolicy: PlaybackPolicy;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  RateLimit: ResolverTypeWrapper<RateLimit>;
  ReferenceFilter: ReferenceFilter;
  RichText: ResolverTypeWrapper<Omit<RichText, 'links'> & { links: ResolversTypes['RichTextLinks'] }>;
  RichTextImage: ResolverTypeWrapper<RichTextImage>;
  RichTextLinks: ResolverTypeWrapper<Omit<RichTextLinks, 'documents' | 'references'> & { documents: Array<ResolversTypes['Node']>, references: Array<ResolversTypes['RichTextReference']> }>;
  RichTextReference: ResolverTypeWrapper<Omit<RichTextReference, 'document'> & { document: ResolversTypes['Node'] }>;
  Scope: ResolverTypeWrapper<Scalars['Scope']['output']>;
  SearchConnection: ResolverTypeWrapper<Omit<SearchConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['SearchEdge']>, nodes: Array<Maybe<ResolversTypes['SearchItem']>> }>;
  SearchEdge: ResolverTypeWrapper<Omit<SearchEdge, 'highlights' | 'node'> & { highlights: Array<ResolversTypes['Highlight']>, node?: Maybe<ResolversTypes['SearchItem']> }>;
  SearchFilter: SearchFilter;
  SearchItem: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['SearchItem']>;
  SearchType: SearchType;
  Source: ResolverTypeWrapper<Source>;
  SourceFilter: SourceFilter;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  StringFilter: StringFilter;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  SuggestedDocument: ResolverTypeWrapper<Omit<SuggestedDocument, 'highlights' | 'node'> & { highlights: Array<ResolversTypes['Highlight']>, node?: Maybe<ResolversTypes['SearchItem']> }>;
  SuggestedQuery: ResolverTypeWrapper<SuggestedQuery>;
  Suggestions: ResolverTypeWrapper<Omit<Suggestions, 'documents' | 'items'> & { documents: Array<ResolversTypes['SuggestedDocument']>, items?: Maybe<Array<ResolversTypes['SearchItem']>> }>;
  TextFilter: TextFilter;
  TextSegment: ResolverTypeWrapper<TextSegment>;
  Topic: ResolverTypeWrapper<Row>;
  TopicConnection: ResolverTypeWrapper<Omit<TopicConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['TopicEdge']>, nodes: Array<Maybe<ResolversTypes['Topic']>> }>;
  TopicEdge: ResolverTypeWrapper<Omit<TopicEdge, 'node'> & { node?: Maybe<ResolversTypes['Topic']> }>;
  TopicFilter: TopicFilter;
  TopicOrder: TopicOrder;
  Track: ResolverTypeWrapper<PlayableTrack>;
  TrackKind: TrackKind;
  Video: ResolverTypeWrapper<Asset>;
  VideoStatus: VideoStatus;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  ApiKey: ApiKeyInfo;
  Article: Row;
  ArticleConnection: Omit<ArticleConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['ArticleEdge']>, nodes: Array<Maybe<ResolversParentTypes['Article']>> };
  ArticleEdge: Omit<ArticleEdge, 'node'> & { node?: Maybe<ResolversParentTypes['Article']> };
  ArticleFilter: ArticleFilter;
  Boolean: Scalars['Boolean']['output'];
  BooleanFilter: BooleanFilter;
  Chapter: Chapter;
  ChapterFilter: ChapterFilter;
  Collection: Row;
  CollectionConnection: Omit<CollectionConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['CollectionEdge']>, nodes: Array<Maybe<ResolversParentTypes['Collection']>> };
  CollectionEdge: Omit<CollectionEdge, 'node'> & { node?: Maybe<ResolversParentTypes['Collection']> };
  CollectionFilter: CollectionFilter;
  ContentChange: Omit<ContentChange, 'node'> & { node?: Maybe<ResolversParentTypes['Node']> };
  CreateKeyInput: CreateKeyInput;
  Credit: Omit<Credit, 'person'> & { person?: Maybe<ResolversParentTypes['Person']> };
  CreditFilter: CreditFilter;
  Cue: Cue;
  Date: Scalars['Date']['output'];
  DateFilter: DateFilter;
  DateTime: Scalars['DateTime']['output'];
  DateTimeFilter: DateTimeFilter;
  Facet: Facet;
  FacetFilter: FacetFilter;
  FacetRangeFilter: FacetRangeFilter;
  FacetStats: FacetStats;
  FacetValue: FacetValue;
  Film: Row;
  FilmConnection: Omit<FilmConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['FilmEdge']>, nodes: Array<Maybe<ResolversParentTypes['Film']>> };
  FilmEdge: Omit<FilmEdge, 'node'> & { node?: Maybe<ResolversParentTypes['Film']> };
  FilmFilter: FilmFilter;
  Float: Scalars['Float']['output'];
  FloatFilter: FloatFilter;
  Highlight: Highlight;
  Hotspot: Hotspot;
  ID: Scalars['ID']['output'];
  IDFilter: IdFilter;
  Image: Image;
  IndexDrift: IndexDrift;
  IndexFailure: IndexFailure;
  IndexSize: IndexSize;
  IndexStatus: IndexStatus;
  Int: Scalars['Int']['output'];
  IntFilter: IntFilter;
  JSON: Scalars['JSON']['output'];
  Moment: Omit<Moment, 'film' | 'node'> & { film?: Maybe<ResolversParentTypes['Film']>, node?: Maybe<ResolversParentTypes['Node']> };
  MomentConnection: Omit<MomentConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['MomentEdge']>, nodes: Array<ResolversParentTypes['Moment']> };
  MomentEdge: Omit<MomentEdge, 'node'> & { node: ResolversParentTypes['Moment'] };
  Mutation: Record<PropertyKey, never>;
  NewApiKey: Omit<NewApiKey, 'key'> & { key: ResolversParentTypes['ApiKey'] };
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  PageInfo: PageInfo;
  Person: Row;
  PersonConnection: Omit<PersonConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['PersonEdge']>, nodes: Array<Maybe<ResolversParentTypes['Person']>> };
  PersonEdge: Omit<PersonEdge, 'node'> & { node?: Maybe<ResolversParentTypes['Person']> };
  PersonFilter: PersonFilter;
  Playback: PlaybackParent;
  Query: Record<PropertyKey, never>;
  RateLimit: RateLimit;
  ReferenceFilter: ReferenceFilter;
  RichText: Omit<RichText, 'links'> & { links: ResolversParentTypes['RichTextLinks'] };
  RichTextImage: RichTextImage;
  RichTextLinks: Omit<RichTextLinks, 'documents' | 'references'> & { documents: Array<ResolversParentTypes['Node']>, references: Array<ResolversParentTypes['RichTextReference']> };
  RichTextReference: Omit<RichTextReference, 'document'> & { document: ResolversParentTypes['Node'] };
  Scope: Scalars['Scope']['output'];
  SearchConnection: Omit<SearchConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['SearchEdge']>, nodes: Array<Maybe<ResolversParentTypes['SearchItem']>> };
  SearchEdge: Omit<SearchEdge, 'highlights' | 'node'> & { highlights: Array<ResolversParentTypes['Highlight']>, node?: Maybe<ResolversParentTypes['SearchItem']> };
  SearchFilter: SearchFilter;
  SearchItem: ResolversUnionTypes<ResolversParentTypes>['SearchItem'];
  Source: Source;
  SourceFilter: SourceFilter;
  String: Scalars['String']['output'];
  StringFilter: StringFilter;
  Subscription: Record<PropertyKey, never>;
  SuggestedDocument: Omit<SuggestedDocument, 'highlights' | 'node'> & { highlights: Array<ResolversParentTypes['Highlight']>, node?: Maybe<ResolversParentTypes['SearchItem']> };
  SuggestedQuery: SuggestedQuery;
  Suggestions: Omit<Suggestions, 'documents' | 'items'> & { documents: Array<ResolversParentTypes['SuggestedDocument']>, items?: Maybe<Array<ResolversParentTypes['SearchItem']>> };
  TextFilter: TextFilter;
  TextSegment: TextSegment;
  Topic: Row;
  TopicConnection: Omit<TopicConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['TopicEdge']>, nodes: Array<Maybe<ResolversParentTypes['Topic']>> };
  TopicEdge: Omit<TopicEdge, 'node'> & { node?: Maybe<ResolversParentTypes['Topic']> };
  TopicFilter: TopicFilter;
  Track: PlayableTrack;
  Video: Asset;
};

export type AssetDirectiveArgs = {
  field?: Maybe<Scalars['String']['input']>;
};

export type AssetDirectiveResolver<Result, Parent, ContextType = Context, Args = AssetDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type CacheControlDirectiveArgs = {
  inheritMaxAge?: Maybe<Scalars['Boolean']['input']>;
  maxAge?: Maybe<Scalars['Int']['input']>;
  scope?: Maybe<CacheControlScope>;
};

export type CacheControlDirectiveResolver<Result, Parent, ContextType = Context, Args = CacheControlDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type CostDirectiveArgs = {
  weight: Scalars['String']['input'];
};

export type CostDirectiveResolver<Result, Parent, ContextType = Context, Args = CostDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type DocumentDirectiveArgs = {
  plural?: Maybe<Scalars['String']['input']>;
  type?: Maybe<Scalars['String']['input']>;
};

export type DocumentDirectiveResolver<Result, Parent, ContextType = Context, Args = DocumentDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type GroqDirectiveArgs = {
  expr: Scalars['String']['input'];
};

export type GroqDirectiveResolver<Result, Parent, ContextType = Context, Args = GroqDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type InverseDirectiveArgs = {
  field: Scalars['String']['input'];
};

export type InverseDirectiveResolver<Result, Parent, ContextType = Context, Args = InverseDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ListSizeDirectiveArgs = {
  assumedSize?: Maybe<Scalars['Int']['input']>;
  requireOneSlicingArgument?: Maybe<Scalars['Boolean']['input']>;
  sizedFields?: Maybe<Array<Scalars['String']['input']>>;
  slicingArguments?: Maybe<Array<Scalars['String']['input']>>;
};

export type ListSizeDirectiveResolver<Result, Parent, ContextType = Context, Args = ListSizeDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type RelatedDirectiveArgs = {
  by: Array<Scalars['String']['input']>;
};

export type RelatedDirectiveResolver<Result, Parent, ContextType = Context, Args = RelatedDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type RequiresScopesDirectiveArgs = {
  scopes: Array<Array<Scalars['Scope']['input']>>;
};

export type RequiresScopesDirectiveResolver<Result, Parent, ContextType = Context, Args = RequiresScopesDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type SearchableDirectiveArgs = {
  facet?: Maybe<Scalars['Boolean']['input']>;
  weight?: Maybe<Scalars['Int']['input']>;
};

export type SearchableDirectiveResolver<Result, Parent, ContextType = Context, Args = SearchableDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ApiKeyResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ApiKey'] = ResolversParentTypes['ApiKey']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  origins?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  overlapsUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  scopes?: Resolver<Array<ResolversTypes['Scope']>, ParentType, ContextType>;
  usedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type ArticleResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Article'] = ResolversParentTypes['Article']> = {
  authors?: Resolver<Array<ResolversTypes['Person']>, ParentType, ContextType>;
  body?: Resolver<Maybe<ResolversTypes['RichText']>, ParentType, ContextType>;
  cover?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  excerpt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  films?: Resolver<Array<ResolversTypes['Film']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  publishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  topics?: Resolver<Array<ResolversTypes['Topic']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ArticleConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ArticleConnection'] = ResolversParentTypes['ArticleConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ArticleEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<Maybe<ResolversTypes['Article']>>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ArticleEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ArticleEdge'] = ResolversParentTypes['ArticleEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Article']>, ParentType, ContextType>;
};

export type ChapterResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Chapter'] = ResolversParentTypes['Chapter']> = {
  start?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CollectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Collection'] = ResolversParentTypes['Collection']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  films?: Resolver<ResolversTypes['FilmConnection'], ParentType, ContextType, RequireFields<CollectionFilmsArgs, 'first'>>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CollectionConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CollectionConnection'] = ResolversParentTypes['CollectionConnection']> = {
  edges?: Resolver<Array<ResolversTypes['CollectionEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<Maybe<ResolversTypes['Collection']>>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CollectionEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CollectionEdge'] = ResolversParentTypes['CollectionEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Collection']>, ParentType, ContextType>;
};

export type ContentChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ContentChange'] = ResolversParentTypes['ContentChange']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['DocumentType'], ParentType, ContextType>;
};

export type CreditResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Credit'] = ResolversParentTypes['Credit']> = {
  person?: Resolver<Maybe<ResolversTypes['Person']>, ParentType, ContextType>;
  role?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CueResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Cue'] = ResolversParentTypes['Cue']> = {
  end?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  start?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface DateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Date'], any> {
  name: 'Date';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type FacetResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Facet'] = ResolversParentTypes['Facet']> = {
  exhaustive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['FacetKey'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  stats?: Resolver<Maybe<ResolversTypes['FacetStats']>, ParentType, ContextType>;
  values?: Resolver<Array<ResolversTypes['FacetValue']>, ParentType, ContextType>;
};

export type FacetStatsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FacetStats'] = ResolversParentTypes['FacetStats']> = {
  max?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  min?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type FacetValueResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FacetValue'] = ResolversParentTypes['FacetValue']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  selected?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type FilmResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Film'] = ResolversParentTypes['Film']> = {
  accent?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  articles?: Resolver<ResolversTypes['ArticleConnection'], ParentType, ContextType, RequireFields<FilmArticlesArgs, 'first'>>;
  chapters?: Resolver<Array<ResolversTypes['Chapter']>, ParentType, ContextType>;
  collections?: Resolver<ResolversTypes['CollectionConnection'], ParentType, ContextType, RequireFields<FilmCollectionsArgs, 'first'>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  credits?: Resolver<Array<ResolversTypes['Credit']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  publishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  related?: Resolver<Maybe<Array<ResolversTypes['Film']>>, ParentType, ContextType, RequireFields<FilmRelatedArgs, 'first'>>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sources?: Resolver<Array<ResolversTypes['Source']>, ParentType, ContextType>;
  synopsis?: Resolver<Maybe<ResolversTypes['RichText']>, ParentType, ContextType>;
  tagline?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  topics?: Resolver<Array<ResolversTypes['Topic']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  video?: Resolver<Maybe<ResolversTypes['Video']>, ParentType, ContextType>;
  year?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type FilmConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FilmConnection'] = ResolversParentTypes['FilmConnection']> = {
  edges?: Resolver<Array<ResolversTypes['FilmEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<Maybe<ResolversTypes['Film']>>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type FilmEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FilmEdge'] = ResolversParentTypes['FilmEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Film']>, ParentType, ContextType>;
};

export type HighlightResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Highlight'] = ResolversParentTypes['Highlight']> = {
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  segments?: Resolver<Array<ResolversTypes['TextSegment']>, ParentType, ContextType>;
};

export type HotspotResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Hotspot'] = ResolversParentTypes['Hotspot']> = {
  x?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  y?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ImageResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Image'] = ResolversParentTypes['Image']> = {
  alt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  caption?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  color?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  height?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  hotspot?: Resolver<Maybe<ResolversTypes['Hotspot']>, ParentType, ContextType>;
  placeholder?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  srcSet?: Resolver<ResolversTypes['String'], ParentType, ContextType, RequireFields<ImageSrcSetArgs, 'format' | 'widths'>>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType, RequireFields<ImageUrlArgs, 'fit' | 'format'>>;
  width?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IndexDriftResolvers<ContextType = Context, ParentType extends ResolversParentTypes['IndexDrift'] = ResolversParentTypes['IndexDrift']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  extra?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  index?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  missing?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  refused?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  stale?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IndexFailureResolvers<ContextType = Context, ParentType extends ResolversParentTypes['IndexFailure'] = ResolversParentTypes['IndexFailure']> = {
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  error?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  since?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  work?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type IndexSizeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['IndexSize'] = ResolversParentTypes['IndexSize']> = {
  index?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  records?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IndexStatusResolvers<ContextType = Context, ParentType extends ResolversParentTypes['IndexStatus'] = ResolversParentTypes['IndexStatus']> = {
  drift?: Resolver<Array<ResolversTypes['IndexDrift']>, ParentType, ContextType>;
  failed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failures?: Resolver<Array<ResolversTypes['IndexFailure']>, ParentType, ContextType, RequireFields<IndexStatusFailuresArgs, 'first'>>;
  lag?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  records?: Resolver<Array<ResolversTypes['IndexSize']>, ParentType, ContextType>;
  waiting?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type MomentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Moment'] = ResolversParentTypes['Moment']> = {
  end?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  film?: Resolver<Maybe<ResolversTypes['Film']>, ParentType, ContextType>;
  language?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType>;
  snippet?: Resolver<Array<ResolversTypes['TextSegment']>, ParentType, ContextType>;
  start?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  thumbnailUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType, Partial<MomentThumbnailUrlArgs>>;
};

export type MomentConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MomentConnection'] = ResolversParentTypes['MomentConnection']> = {
  edges?: Resolver<Array<ResolversTypes['MomentEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Moment']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  relaxedQuery?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MomentEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MomentEdge'] = ResolversParentTypes['MomentEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Moment'], ParentType, ContextType>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createKey?: Resolver<Maybe<ResolversTypes['NewApiKey']>, ParentType, ContextType, RequireFields<MutationCreateKeyArgs, 'input'>>;
  revokeKey?: Resolver<Maybe<ResolversTypes['ApiKey']>, ParentType, ContextType, RequireFields<MutationRevokeKeyArgs, 'id'>>;
  rotateKey?: Resolver<Maybe<ResolversTypes['NewApiKey']>, ParentType, ContextType, RequireFields<MutationRotateKeyArgs, 'id' | 'overlapHours'>>;
};

export type NewApiKeyResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NewApiKey'] = ResolversParentTypes['NewApiKey']> = {
  key?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type NodeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Article' | 'Collection' | 'Film' | 'Person' | 'Topic', ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PersonResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Person'] = ResolversParentTypes['Person']> = {
  articles?: Resolver<ResolversTypes['ArticleConnection'], ParentType, ContextType, RequireFields<PersonArticlesArgs, 'first'>>;
  biography?: Resolver<Maybe<ResolversTypes['RichText']>, ParentType, ContextType>;
  born?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  died?: Resolver<Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  films?: Resolver<ResolversTypes['FilmConnection'], ParentType, ContextType, RequireFields<PersonFilmsArgs, 'first'>>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  knownFor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lifespan?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  portrait?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PersonConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PersonConnection'] = ResolversParentTypes['PersonConnection']> = {
  edges?: Resolver<Array<ResolversTypes['PersonEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<Maybe<ResolversTypes['Person']>>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PersonEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PersonEdge'] = ResolversParentTypes['PersonEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Person']>, ParentType, ContextType>;
};

export type PlaybackResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Playback'] = ResolversParentTypes['Playback']> = {
  animatedUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType, Partial<PlaybackAnimatedUrlArgs>>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  hlsUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  policy?: Resolver<ResolversTypes['PlaybackPolicy'], ParentType, ContextType>;
  posterUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType, RequireFields<PlaybackPosterUrlArgs, 'format'>>;
  storyboardUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  article?: Resolver<Maybe<ResolversTypes['Article']>, ParentType, ContextType, Partial<QueryArticleArgs>>;
  articles?: Resolver<Maybe<ResolversTypes['ArticleConnection']>, ParentType, ContextType, RequireFields<QueryArticlesArgs, 'first'>>;
  collection?: Resolver<Maybe<ResolversTypes['Collection']>, ParentType, ContextType, Partial<QueryCollectionArgs>>;
  collections?: Resolver<Maybe<ResolversTypes['CollectionConnection']>, ParentType, ContextType, RequireFields<QueryCollectionsArgs, 'first'>>;
  facetValues?: Resolver<Maybe<Array<ResolversTypes['FacetValue']>>, ParentType, ContextType, RequireFields<QueryFacetValuesArgs, 'first' | 'key' | 'query'>>;
  film?: Resolver<Maybe<ResolversTypes['Film']>, ParentType, ContextType, Partial<QueryFilmArgs>>;
  films?: Resolver<Maybe<ResolversTypes['FilmConnection']>, ParentType, ContextType, RequireFields<QueryFilmsArgs, 'first'>>;
  indexStatus?: Resolver<ResolversTypes['IndexStatus'], ParentType, ContextType>;
  keys?: Resolver<Maybe<Array<ResolversTypes['ApiKey']>>, ParentType, ContextType>;
  moments?: Resolver<Maybe<ResolversTypes['MomentConnection']>, ParentType, ContextType, RequireFields<QueryMomentsArgs, 'first' | 'query'>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<Maybe<Array<Maybe<ResolversTypes['Node']>>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  people?: Resolver<Maybe<ResolversTypes['PersonConnection']>, ParentType, ContextType, RequireFields<QueryPeopleArgs, 'first'>>;
  person?: Resolver<Maybe<ResolversTypes['Person']>, ParentType, ContextType, Partial<QueryPersonArgs>>;
  rateLimit?: Resolver<Maybe<ResolversTypes['RateLimit']>, ParentType, ContextType, RequireFields<QueryRateLimitArgs, 'dryRun'>>;
  search?: Resolver<Maybe<ResolversTypes['SearchConnection']>, ParentType, ContextType, RequireFields<QuerySearchArgs, 'first' | 'query'>>;
  suggest?: Resolver<Maybe<ResolversTypes['Suggestions']>, ParentType, ContextType, RequireFields<QuerySuggestArgs, 'first' | 'query'>>;
  topic?: Resolver<Maybe<ResolversTypes['Topic']>, ParentType, ContextType, Partial<QueryTopicArgs>>;
  topics?: Resolver<Maybe<ResolversTypes['TopicConnection']>, ParentType, ContextType, RequireFields<QueryTopicsArgs, 'first'>>;
};

export type RateLimitResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RateLimit'] = ResolversParentTypes['RateLimit']> = {
  cost?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  remaining?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  resetAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  used?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RichTextResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RichText'] = ResolversParentTypes['RichText']> = {
  json?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  links?: Resolver<ResolversTypes['RichTextLinks'], ParentType, ContextType>;
  plainText?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  readingMinutes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RichTextImageResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RichTextImage'] = ResolversParentTypes['RichTextImage']> = {
  image?: Resolver<ResolversTypes['Image'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RichTextLinksResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RichTextLinks'] = ResolversParentTypes['RichTextLinks']> = {
  documents?: Resolver<Array<ResolversTypes['Node']>, ParentType, ContextType>;
  images?: Resolver<Array<ResolversTypes['RichTextImage']>, ParentType, ContextType>;
  references?: Resolver<Array<ResolversTypes['RichTextReference']>, ParentType, ContextType>;
};

export type RichTextReferenceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RichTextReference'] = ResolversParentTypes['RichTextReference']> = {
  document?: Resolver<ResolversTypes['Node'], ParentType, ContextType>;
  ref?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface ScopeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Scope'], any> {
  name: 'Scope';
}

export type SearchConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SearchConnection'] = ResolversParentTypes['SearchConnection']> = {
  edges?: Resolver<Array<ResolversTypes['SearchEdge']>, ParentType, ContextType>;
  facets?: Resolver<Array<ResolversTypes['Facet']>, ParentType, ContextType>;
  nodes?: Resolver<Array<Maybe<ResolversTypes['SearchItem']>>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  queryID?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  relaxedQuery?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsExact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type SearchEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SearchEdge'] = ResolversParentTypes['SearchEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  highlights?: Resolver<Array<ResolversTypes['Highlight']>, ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['SearchItem']>, ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SearchItemResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SearchItem'] = ResolversParentTypes['SearchItem']> = {
  __resolveType: TypeResolveFn<'Article' | 'Collection' | 'Film' | 'Person' | 'Topic', ParentType, ContextType>;
};

export type SourceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Source'] = ResolversParentTypes['Source']> = {
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  contentChanged?: SubscriptionResolver<ResolversTypes['ContentChange'], "contentChanged", ParentType, ContextType, Partial<SubscriptionContentChangedArgs>>;
  videoStatus?: SubscriptionResolver<ResolversTypes['Video'], "videoStatus", ParentType, ContextType, RequireFields<SubscriptionVideoStatusArgs, 'id'>>;
};

export type SuggestedDocumentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SuggestedDocument'] = ResolversParentTypes['SuggestedDocument']> = {
  highlights?: Resolver<Array<ResolversTypes['Highlight']>, ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['SearchItem']>, ParentType, ContextType>;
};

export type SuggestedQueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SuggestedQuery'] = ResolversParentTypes['SuggestedQuery']> = {
  segments?: Resolver<Array<ResolversTypes['TextSegment']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SuggestionsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Suggestions'] = ResolversParentTypes['Suggestions']> = {
  documents?: Resolver<Array<ResolversTypes['SuggestedDocument']>, ParentType, ContextType>;
  items?: Resolver<Maybe<Array<ResolversTypes['SearchItem']>>, ParentType, ContextType>;
  queries?: Resolver<Array<ResolversTypes['SuggestedQuery']>, ParentType, ContextType>;
};

export type TextSegmentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TextSegment'] = ResolversParentTypes['TextSegment']> = {
  matched?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TopicResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Topic'] = ResolversParentTypes['Topic']> = {
  articles?: Resolver<ResolversTypes['ArticleConnection'], ParentType, ContextType, RequireFields<TopicArticlesArgs, 'first'>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  films?: Resolver<ResolversTypes['FilmConnection'], ParentType, ContextType, RequireFields<TopicFilmsArgs, 'first'>>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TopicConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TopicConnection'] = ResolversParentTypes['TopicConnection']> = {
  edges?: Resolver<Array<ResolversTypes['TopicEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<Maybe<ResolversTypes['Topic']>>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TopicEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TopicEdge'] = ResolversParentTypes['TopicEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Topic']>, ParentType, ContextType>;
};

export type TrackResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Track'] = ResolversParentTypes['Track']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['TrackKind'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  language?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  src?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type VideoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Video'] = ResolversParentTypes['Video']> = {
  aspectRatio?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  duration?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  playback?: Resolver<Maybe<ResolversTypes['Playback']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['VideoStatus'], ParentType, ContextType>;
  tracks?: Resolver<Array<ResolversTypes['Track']>, ParentType, ContextType, Partial<VideoTracksArgs>>;
  transcript?: Resolver<Maybe<Array<ResolversTypes['Cue']>>, ParentType, ContextType, RequireFields<VideoTranscriptArgs, 'language'>>;
};

export type Resolvers<ContextType = Context> = {
  ApiKey?: ApiKeyResolvers<ContextType>;
  Article?: ArticleResolvers<ContextType>;
  ArticleConnection?: ArticleConnectionResolvers<ContextType>;
  ArticleEdge?: ArticleEdgeResolvers<ContextType>;
  Chapter?: ChapterResolvers<ContextType>;
  Collection?: CollectionResolvers<ContextType>;
  CollectionConnection?: CollectionConnectionResolvers<ContextType>;
  CollectionEdge?: CollectionEdgeResolvers<ContextType>;
  ContentChange?: ContentChangeResolvers<ContextType>;
  Credit?: CreditResolvers<ContextType>;
  Cue?: CueResolvers<ContextType>;
  Date?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  Facet?: FacetResolvers<ContextType>;
  FacetStats?: FacetStatsResolvers<ContextType>;
  FacetValue?: FacetValueResolvers<ContextType>;
  Film?: FilmResolvers<ContextType>;
  FilmConnection?: FilmConnectionResolvers<ContextType>;
  FilmEdge?: FilmEdgeResolvers<ContextType>;
  Highlight?: HighlightResolvers<ContextType>;
  Hotspot?: HotspotResolvers<ContextType>;
  Image?: ImageResolvers<ContextType>;
  IndexDrift?: IndexDriftResolvers<ContextType>;
  IndexFailure?: IndexFailureResolvers<ContextType>;
  IndexSize?: IndexSizeResolvers<ContextType>;
  IndexStatus?: IndexStatusResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  Moment?: MomentResolvers<ContextType>;
  MomentConnection?: MomentConnectionResolvers<ContextType>;
  MomentEdge?: MomentEdgeResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  NewApiKey?: NewApiKeyResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Person?: PersonResolvers<ContextType>;
  PersonConnection?: PersonConnectionResolvers<ContextType>;
  PersonEdge?: PersonEdgeResolvers<ContextType>;
  Playback?: PlaybackResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  RateLimit?: RateLimitResolvers<ContextType>;
  RichText?: RichTextResolvers<ContextType>;
  RichTextImage?: RichTextImageResolvers<ContextType>;
  RichTextLinks?: RichTextLinksResolvers<ContextType>;
  RichTextReference?: RichTextReferenceResolvers<ContextType>;
  Scope?: GraphQLScalarType;
  SearchConnection?: SearchConnectionResolvers<ContextType>;
  SearchEdge?: SearchEdgeResolvers<ContextType>;
  SearchItem?: SearchItemResolvers<ContextType>;
  Source?: SourceResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  SuggestedDocument?: SuggestedDocumentResolvers<ContextType>;
  SuggestedQuery?: SuggestedQueryResolvers<ContextType>;
  Suggestions?: SuggestionsResolvers<ContextType>;
  TextSegment?: TextSegmentResolvers<ContextType>;
  Topic?: TopicResolvers<ContextType>;
  TopicConnection?: TopicConnectionResolvers<ContextType>;
  TopicEdge?: TopicEdgeResolvers<ContextType>;
  Track?: TrackResolvers<ContextType>;
  Video?: VideoResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = Context> = {
  asset?: AssetDirectiveResolver<any, any, ContextType>;
  cacheControl?: CacheControlDirectiveResolver<any, any, ContextType>;
  cost?: CostDirectiveResolver<any, any, ContextType>;
  document?: DocumentDirectiveResolver<any, any, ContextType>;
  groq?: GroqDirectiveResolver<any, any, ContextType>;
  inverse?: InverseDirectiveResolver<any, any, ContextType>;
  listSize?: ListSizeDirectiveResolver<any, any, ContextType>;
  related?: RelatedDirectiveResolver<any, any, ContextType>;
  requiresScopes?: RequiresScopesDirectiveResolver<any, any, ContextType>;
  searchable?: SearchableDirectiveResolver<any, any, ContextType>;
};
