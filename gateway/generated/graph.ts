import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Asset } from '../providers/media/asset.ts';
import type { ApiKeyInfo } from '../core/apiKeyInfo.ts';
import type { PreviewInfo } from '../core/previewInfo.ts';
import type { Playback as PlaybackParent, PlaybackTokens as PlaybackTokensParent, PlayableTrack } from '../providers/media/playback.ts';
import type { Context } from '../core/context.ts';
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
  /** A time in ISO 8601 with an offset, e.g. `2026-03-14T09:26:53Z`. Responses are in UTC. */
  DateTime: { input: string; output: string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  /** A permission of an API key or an editor, e.g. `read:published`, `read:drafts`, `read:private`, `media:sign`, `media:write`, `index:write`, `keys:write`, `mcp:execute` or `read:usage`. */
  Scope: { input: string; output: string; }
  /** An address as a text: an absolute URL, unless the field says otherwise. */
  URL: { input: string; output: string; }
};

/** An API key without its secret. */
export type ApiKey = {
  __typename?: 'ApiKey';
  /** The time of its creation. */
  createdAt: Scalars['DateTime']['output'];
  /** The caller that created it. */
  createdBy?: Maybe<ApiKeyCreator>;
  /** The time at which it expires; null if it does not expire. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** The id, which is a part of the key. */
  keyId: Scalars['ID']['output'];
  /** The time of its last use, at most ten minutes too early and not before its creation; null if it was never used. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The name of the client that uses it. */
  name: Scalars['String']['output'];
  /** Origins of web pages that may use it; empty for no restriction. */
  origins: Array<Scalars['String']['output']>;
  /** The time at which the previous secret expires; null if there is none. */
  previousSecretExpiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** The time of its revocation; null if it is not revoked. */
  revokedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The scopes that the key has. */
  scopes: Array<Scalars['Scope']['output']>;
};

/** The caller that created an API key. */
export type ApiKeyCreator = {
  __typename?: 'ApiKeyCreator';
  /** The id of the API key that created it; null for other callers. */
  keyId?: Maybe<Scalars['ID']['output']>;
  /** The kind of the caller. */
  kind: ApiKeyCreatorKind;
  /** The subject of the editor's token; null for other callers. */
  subject?: Maybe<Scalars['String']['output']>;
};

/** The kind of a caller that creates API keys. */
export type ApiKeyCreatorKind =
  /** Another API key. */
  | 'API_KEY'
  /** An editor with a token. */
  | 'EDITOR'
  /** The operator at the command line. */
  | 'OPERATOR';

/** Filters a Boolean. */
export type BooleanFilter = {
  /** If true, the field has a value; if false, it has none. */
  defined?: InputMaybe<Scalars['Boolean']['input']>;
  /** Equals this value; null matches a missing value. */
  eq?: InputMaybe<Scalars['Boolean']['input']>;
  /** Equals one of these values; an empty list matches nothing. */
  in?: InputMaybe<Array<Scalars['Boolean']['input']>>;
  /** Differs from this value or is missing; null matches every value that is not missing. */
  ne?: InputMaybe<Scalars['Boolean']['input']>;
  /** Equals none of these values or is missing; an empty list matches everything. */
  notIn?: InputMaybe<Array<Scalars['Boolean']['input']>>;
};

/** The clients that can receive a cached response. */
export type CacheControlScope =
  /** Only the client that sent the request. */
  | 'PRIVATE'
  /** All clients with the same scopes and perspective. */
  | 'PUBLIC';

/** A changed document. Simultaneous changes to one document are one event. */
export type ContentChange = {
  __typename?: 'ContentChange';
  /** The time of the last change; if the event does not name it, the time at which the gateway received the event. */
  changedAt: Scalars['DateTime']['output'];
  /** The global id of the document, even if it no longer exists. */
  documentId: Scalars['ID']['output'];
  /** The kind of the last of the simultaneous changes. */
  kind: ContentChangeKind;
  /** The current document; null if it is no longer published. */
  node?: Maybe<Node>;
  /** The type of the document. */
  type: DocumentType;
};

/** The kind of a change to a document. */
export type ContentChangeKind =
  /** The document is published, and was not before. */
  | 'PUBLISHED'
  /** The document is no longer published: it was unpublished or deleted. */
  | 'UNPUBLISHED'
  /** The published document has changed. Without a webhook, a published draft counts as a change of its document. */
  | 'UPDATED';

/** The input of `createApiKey`. */
export type CreateApiKeyInput = {
  /** The expiry time; by default the key does not expire. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The name of the client that uses it. */
  name: Scalars['String']['input'];
  /** Origins of web pages that may use it, e.g. `https://example.org`; empty for no restriction. */
  origins?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The scopes that the key has. */
  scopes: Array<Scalars['Scope']['input']>;
};

/** The result of `createApiKey`. */
export type CreateApiKeyPayload = {
  __typename?: 'CreateApiKeyPayload';
  /** The new key; null if there are errors. */
  apiKey?: Maybe<ApiKey>;
  /** The value of `Authorization: Bearer` or `X-Api-Key`; null if there are errors. It is not stored and cannot be read again. */
  secret?: Maybe<Scalars['String']['output']>;
  /** What prevents the mutation; empty if it succeeded. All faults of the input are listed. */
  userErrors: Array<UserError>;
};

/** The input of `createPreviewLink`. */
export type CreatePreviewLinkInput = {
  /** The expiry time, within 30 days; by default in a week. A link expires no later than the key that creates it. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The path of the page with its query string, e.g. `/films/lorenz`. */
  path: Scalars['String']['input'];
  /** The versions of documents that the page shows, as in `X-Perspective`. */
  perspective?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `createPreviewLink`. */
export type CreatePreviewLinkPayload = {
  __typename?: 'CreatePreviewLinkPayload';
  /** The new link; null if there are errors. */
  previewLink?: Maybe<PreviewLink>;
  /** The address to send to readers; null if there are errors. It is not stored and cannot be read again. */
  url?: Maybe<Scalars['String']['output']>;
  /** What prevents the mutation; empty if it succeeded. */
  userErrors: Array<UserError>;
};

/** A cue of a transcript. */
export type Cue = {
  __typename?: 'Cue';
  /** The end in seconds. */
  end: Scalars['Float']['output'];
  /** The start in seconds. */
  start: Scalars['Float']['output'];
  /** The text without markup. */
  text: Scalars['String']['output'];
};

/** Filters a calendar date. */
export type DateFilter = {
  /** If true, the field has a value; if false, it has none. */
  defined?: InputMaybe<Scalars['Boolean']['input']>;
  /** Equals this date; null matches a missing value. */
  eq?: InputMaybe<Scalars['Date']['input']>;
  /** Is after this date. */
  gt?: InputMaybe<Scalars['Date']['input']>;
  /** Is this date or after it. */
  gte?: InputMaybe<Scalars['Date']['input']>;
  /** Equals one of these dates; an empty list matches nothing. */
  in?: InputMaybe<Array<Scalars['Date']['input']>>;
  /** Is before this date. */
  lt?: InputMaybe<Scalars['Date']['input']>;
  /** Is this date or before it. */
  lte?: InputMaybe<Scalars['Date']['input']>;
  /** Differs from this date or is missing; null matches every value that is not missing. */
  ne?: InputMaybe<Scalars['Date']['input']>;
  /** Equals none of these dates or is missing; an empty list matches everything. */
  notIn?: InputMaybe<Array<Scalars['Date']['input']>>;
};

/** Filters a time. */
export type DateTimeFilter = {
  /** If true, the field has a value; if false, it has none. */
  defined?: InputMaybe<Scalars['Boolean']['input']>;
  /** Equals this time; null matches a missing value. */
  eq?: InputMaybe<Scalars['DateTime']['input']>;
  /** Is after this time. */
  gt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Is this time or after it. */
  gte?: InputMaybe<Scalars['DateTime']['input']>;
  /** Equals one of these times; an empty list matches nothing. */
  in?: InputMaybe<Array<Scalars['DateTime']['input']>>;
  /** Is before this time. */
  lt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Is this time or before it. */
  lte?: InputMaybe<Scalars['DateTime']['input']>;
  /** Differs from this time or is missing; null matches every value that is not missing. */
  ne?: InputMaybe<Scalars['DateTime']['input']>;
  /** Equals none of these times or is missing; an empty list matches everything. */
  notIn?: InputMaybe<Array<Scalars['DateTime']['input']>>;
};

export type DocumentType =
  | 'PLACEHOLDER';

/** The values of a facet in the results. The counts ignore the filter of the facet itself; the filter of `TYPE` is the argument `types`. */
export type Facet = {
  __typename?: 'Facet';
  /** True if the counts are exact. */
  exhaustive: Scalars['Boolean']['output'];
  /** True if `values` has all values of the results, false if it has the 100 most frequent ones and the selected ones. */
  isComplete: Scalars['Boolean']['output'];
  /** The facet. */
  key: FacetKey;
  /** The label to display, e.g. `Topics`. */
  label: Scalars['String']['output'];
  /** The range of a numeric facet. */
  stats?: Maybe<FacetStats>;
  /** The values by descending count. Selected values are always included. */
  values: Array<FacetValue>;
};

export type FacetKey =
  | 'TYPE';

/** The range of a numeric facet in the results. */
export type FacetStats = {
  __typename?: 'FacetStats';
  /** The maximum. */
  max: Scalars['Float']['output'];
  /** The minimum. */
  min: Scalars['Float']['output'];
};

/** A value of a facet. */
export type FacetValue = {
  __typename?: 'FacetValue';
  /** The number of results with this value. */
  count: Scalars['Int']['output'];
  /** The label to display; the label of the document if the facet is a reference. */
  label: Scalars['String']['output'];
  /** True if the filter of this search, or `types` for the facet `TYPE`, contains the value. */
  selected: Scalars['Boolean']['output'];
  /** The value for `SearchFilter`. */
  value: Scalars['String']['output'];
};

/** A file of the content service, e.g. a PDF. */
export type File = {
  __typename?: 'File';
  /** The credit line of the asset. */
  creditLine?: Maybe<Scalars['String']['output']>;
  /** The description of the asset. */
  description?: Maybe<Scalars['String']['output']>;
  /** A URL with which browsers save the file. */
  downloadUrl?: Maybe<Scalars['URL']['output']>;
  /** The extension without a dot, e.g. `pdf`. */
  extension: Scalars['String']['output'];
  /** The MIME type, e.g. `application/pdf`. */
  mimeType?: Maybe<Scalars['String']['output']>;
  /** The name of the file when it was uploaded. */
  originalFilename?: Maybe<Scalars['String']['output']>;
  /** The size in bytes. It can exceed the range of `Int`. */
  size?: Maybe<Scalars['Float']['output']>;
  /** The title of the asset. */
  title?: Maybe<Scalars['String']['output']>;
  /** The URL of the file. Browsers show what they can display. */
  url: Scalars['URL']['output'];
};


/** A file of the content service, e.g. a PDF. */
export type FileDownloadUrlArgs = {
  filename?: InputMaybe<Scalars['String']['input']>;
};

/** Filters a number. */
export type FloatFilter = {
  /** If true, the field has a value; if false, it has none. */
  defined?: InputMaybe<Scalars['Boolean']['input']>;
  /** Equals this number; null matches a missing value. */
  eq?: InputMaybe<Scalars['Float']['input']>;
  /** Is greater than this number. */
  gt?: InputMaybe<Scalars['Float']['input']>;
  /** Is this number or greater. */
  gte?: InputMaybe<Scalars['Float']['input']>;
  /** Equals one of these numbers; an empty list matches nothing. */
  in?: InputMaybe<Array<Scalars['Float']['input']>>;
  /** Is less than this number. */
  lt?: InputMaybe<Scalars['Float']['input']>;
  /** Is this number or less. */
  lte?: InputMaybe<Scalars['Float']['input']>;
  /** Differs from this number or is missing; null matches every value that is not missing. */
  ne?: InputMaybe<Scalars['Float']['input']>;
  /** Equals none of these numbers or is missing; an empty list matches everything. */
  notIn?: InputMaybe<Array<Scalars['Float']['input']>>;
};

/** A box between two latitudes and two longitudes, in degrees. */
export type GeoBox = {
  /** The eastern edge, from -180 to 180. */
  east: Scalars['Float']['input'];
  /** The northern edge, from -90 to 90. */
  north: Scalars['Float']['input'];
  /** The southern edge, from -90 to 90. */
  south: Scalars['Float']['input'];
  /** The western edge, from -180 to 180. It is greater than `east` if the box crosses the antimeridian. */
  west: Scalars['Float']['input'];
};

/** The surroundings of a place. */
export type GeoCircle = {
  /** The latitude of the centre in degrees, from -90 to 90. */
  lat: Scalars['Float']['input'];
  /** The longitude of the centre in degrees, from -180 to 180. */
  lng: Scalars['Float']['input'];
  /** The greatest distance from the centre in metres, along the surface of the Earth. */
  maxDistance: Scalars['Float']['input'];
};

/** The place from which an order measures distances. */
export type GeoCoordinates = {
  /** The latitude in degrees, from -90 to 90. */
  lat: Scalars['Float']['input'];
  /** The longitude in degrees, from -180 to 180. */
  lng: Scalars['Float']['input'];
};

/** A place on Earth (WGS 84). */
export type GeoPoint = {
  __typename?: 'GeoPoint';
  /** The altitude in metres. */
  alt?: Maybe<Scalars['Float']['output']>;
  /** The latitude in degrees, from -90 to 90. */
  lat: Scalars['Float']['output'];
  /** The longitude in degrees, from -180 to 180. */
  lng: Scalars['Float']['output'];
};

/** Filters a place. All conditions must hold. A list of places matches if one of them does. */
export type GeoPointFilter = {
  /** If true, the field has a value; if false, it has none. */
  defined?: InputMaybe<Scalars['Boolean']['input']>;
  /** Is at most this far from a place. */
  near?: InputMaybe<GeoCircle>;
  /** Is in this box, or on its edge. */
  within?: InputMaybe<GeoBox>;
};

/** A matching field, split at the matches. */
export type Highlight = {
  __typename?: 'Highlight';
  /** The field of the document. */
  field: SearchableField;
  /** The text of the field, split where a match begins and ends. */
  segments: Array<TextSegment>;
};

/** A point in an image, as fractions of its width and height. */
export type Hotspot = {
  __typename?: 'Hotspot';
  /** The height of the area around the point that matters; null if the editor has set none. */
  height?: Maybe<Scalars['Float']['output']>;
  /** The width of the area around the point that matters; null if the editor has set none. */
  width?: Maybe<Scalars['Float']['output']>;
  /** The distance from the left. */
  x: Scalars['Float']['output'];
  /** The distance from the top. */
  y: Scalars['Float']['output'];
};

/** Filters by ids. */
export type IdFilter = {
  /** If true, the field has a value; if false, it has none. */
  defined?: InputMaybe<Scalars['Boolean']['input']>;
  /** Equals this id; null matches a missing value. */
  eq?: InputMaybe<Scalars['ID']['input']>;
  /** Equals one of these ids; an empty list matches nothing. */
  in?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Differs from this id or is missing; null matches every value that is not missing. */
  ne?: InputMaybe<Scalars['ID']['input']>;
  /** Equals none of these ids or is missing; an empty list matches everything. */
  notIn?: InputMaybe<Array<Scalars['ID']['input']>>;
};

/** An image of the content service. All URLs apply its crop and hotspot. Sizes are in pixels; qualities are from 1 to 100. */
export type Image = {
  __typename?: 'Image';
  /**
   * The text alternative: the text at this place in the content, else `altText` of the asset. An empty text marks a decoration, and is
   * not replaced.
   */
  alt?: Maybe<Scalars['String']['output']>;
  /** The asset: the uploaded image, which several places in the content can show. */
  asset: ImageAsset;
  /** The caption. */
  caption?: Maybe<Scalars['String']['output']>;
  /** The dominant colour, e.g. `#1d2b3a`. */
  color?: Maybe<Scalars['String']['output']>;
  /** The crop that the editor has set, which all URLs apply; null without one. */
  crop?: Maybe<ImageCrop>;
  /** The height in pixels after the editor's crop; the whole height for a vector image (SVG). */
  height: Scalars['Int']['output'];
  /** The point that cropping keeps in view. */
  hotspot?: Maybe<Hotspot>;
  /** A tiny preview as a data URL, to show while the image loads. */
  placeholder?: Maybe<Scalars['String']['output']>;
  /**
   * The text of the attribute `srcset`: URLs by width, never wider than the image, or than its largest part with
   * `aspectRatio`. A vector image (SVG) has one URL.
   */
  srcSet?: Maybe<Scalars['String']['output']>;
  /**
   * A URL of the image, with the editor's crop. With one dimension, the aspect ratio is kept; with both, `fit` applies. The image
   * is never enlarged: a box that is larger than the image is reduced, with its aspect ratio. A vector image (SVG) has the URL of
   * the original.
   */
  url?: Maybe<Scalars['URL']['output']>;
  /** The width in pixels after the editor's crop; the whole width for a vector image (SVG). */
  width: Scalars['Int']['output'];
};


/** An image of the content service. All URLs apply its crop and hotspot. Sizes are in pixels; qualities are from 1 to 100. */
export type ImageSrcSetArgs = {
  aspectRatio?: InputMaybe<Scalars['Float']['input']>;
  format?: InputMaybe<ImageFormat>;
  quality?: InputMaybe<Scalars['Int']['input']>;
  widths: Array<Scalars['Int']['input']>;
};


/** An image of the content service. All URLs apply its crop and hotspot. Sizes are in pixels; qualities are from 1 to 100. */
export type ImageUrlArgs = {
  fit?: InputMaybe<ImageFit>;
  format?: InputMaybe<ImageFormat>;
  height?: InputMaybe<Scalars['Int']['input']>;
  quality?: InputMaybe<Scalars['Int']['input']>;
  width?: InputMaybe<Scalars['Int']['input']>;
};

/** An uploaded image, without the crop and the texts of a place. The place where a photograph was taken is not a part of the graph. */
export type ImageAsset = {
  __typename?: 'ImageAsset';
  /** The text alternative that the asset has everywhere; see `Image.alt`. */
  altText?: Maybe<Scalars['String']['output']>;
  /** The id in the content service, e.g. `image-a1b2-1600x1000-jpg`: `_ref` in the JSON, and the source of `@sanity/image-url`. */
  assetId: Scalars['String']['output'];
  /** A preview as a BlurHash (https://blurha.sh). */
  blurHash?: Maybe<Scalars['String']['output']>;
  /** The credit line. */
  creditLine?: Maybe<Scalars['String']['output']>;
  /** The description. */
  description?: Maybe<Scalars['String']['output']>;
  /** Data of the camera; null unless the studio stores them. */
  exif?: Maybe<ImageExif>;
  /** The extension of the file without a dot, e.g. `jpg`. */
  extension: Scalars['String']['output'];
  /** True if the format of the image has an alpha channel. */
  hasAlpha?: Maybe<Scalars['Boolean']['output']>;
  /** The height in pixels. */
  height: Scalars['Int']['output'];
  /** True if no pixel is transparent. */
  isOpaque?: Maybe<Scalars['Boolean']['output']>;
  /** The MIME type, e.g. `image/jpeg`. */
  mimeType?: Maybe<Scalars['String']['output']>;
  /** The name of the file when it was uploaded. */
  originalFilename?: Maybe<Scalars['String']['output']>;
  /** The colours of the image. */
  palette?: Maybe<ImagePalette>;
  /** The size in bytes. It can exceed the range of `Int`. */
  size?: Maybe<Scalars['Float']['output']>;
  /** A preview as a ThumbHash (https://evanw.github.io/thumbhash). */
  thumbHash?: Maybe<Scalars['String']['output']>;
  /** The title. */
  title?: Maybe<Scalars['String']['output']>;
  /** The width in pixels. */
  width: Scalars['Int']['output'];
};

/** The part of an image that a crop removes at each side, as fractions of its width and height. */
export type ImageCrop = {
  __typename?: 'ImageCrop';
  /** The part at the bottom. */
  bottom: Scalars['Float']['output'];
  /** The part on the left. */
  left: Scalars['Float']['output'];
  /** The part on the right. */
  right: Scalars['Float']['output'];
  /** The part at the top. */
  top: Scalars['Float']['output'];
};

/** Data of the camera that took a photograph (EXIF). */
export type ImageExif = {
  __typename?: 'ImageExif';
  /** The exposure time in seconds. */
  exposureTime?: Maybe<Scalars['Float']['output']>;
  /** The f-number of the aperture, e.g. 2.8. */
  fNumber?: Maybe<Scalars['Float']['output']>;
  /** The focal length in millimetres. */
  focalLength?: Maybe<Scalars['Float']['output']>;
  /** The focal length in millimetres with the same angle of view on 35 mm film. */
  focalLengthIn35mm?: Maybe<Scalars['Float']['output']>;
  /** The sensitivity (ISO). */
  iso?: Maybe<Scalars['Int']['output']>;
  /** The maker of the lens. */
  lensMake?: Maybe<Scalars['String']['output']>;
  /** The model of the lens. */
  lensModel?: Maybe<Scalars['String']['output']>;
  /** The time of the photograph by the clock of the camera, written as UTC because cameras store no time zone. */
  takenAt?: Maybe<Scalars['DateTime']['output']>;
};

/** The way an image fits a box with another aspect ratio. */
export type ImageFit =
  /** Fills the box and crops the rest; the hotspot stays in view. The only fit that crops. */
  | 'CROP'
  /** Fits into the box and keeps its aspect ratio; the rest of the box is filled with the background. */
  | 'FILL'
  /** Fits into the box and keeps its aspect ratio; the delivered image can be smaller than the box. */
  | 'MAX'
  /** Stretches to the box without keeping its aspect ratio. */
  | 'SCALE';

/** The format of an image. */
export type ImageFormat =
  /** The best format that the client accepts. */
  | 'AUTO'
  /** JPEG: lossy, without transparency. */
  | 'JPG'
  /** PNG: lossless. */
  | 'PNG'
  /** WebP: smaller than JPEG and PNG. */
  | 'WEBP';

/** The colours of an image. */
export type ImagePalette = {
  __typename?: 'ImagePalette';
  /** A dark and greyish colour. */
  darkMuted?: Maybe<ImageSwatch>;
  /** A dark and saturated colour. */
  darkVibrant?: Maybe<ImageSwatch>;
  /** The colour with the largest area; its `background` is `Image.color`. */
  dominant?: Maybe<ImageSwatch>;
  /** A light and greyish colour. */
  lightMuted?: Maybe<ImageSwatch>;
  /** A light and saturated colour. */
  lightVibrant?: Maybe<ImageSwatch>;
  /** A greyish colour. */
  muted?: Maybe<ImageSwatch>;
  /** A saturated colour. */
  vibrant?: Maybe<ImageSwatch>;
};

/** A colour of an image, with colours of texts that can be read on it. */
export type ImageSwatch = {
  __typename?: 'ImageSwatch';
  /** The colour, e.g. `#1d2b3a`. */
  background?: Maybe<Scalars['String']['output']>;
  /** A colour for texts on it. */
  foreground?: Maybe<Scalars['String']['output']>;
  /** The share of the image that has the colour, in percent. */
  population?: Maybe<Scalars['Float']['output']>;
  /** A colour for titles on it. */
  title?: Maybe<Scalars['String']['output']>;
};

/** The differences between an index and its sources, found and repaired by a reconciliation. */
export type IndexDrift = {
  __typename?: 'IndexDrift';
  /** Records without a document. */
  extra: Scalars['Int']['output'];
  /** The name of the index. */
  index: Scalars['String']['output'];
  /** Documents without a record. */
  missing: Scalars['Int']['output'];
  /** The time at which the reconciliation ended. */
  reconciledAt: Scalars['DateTime']['output'];
  /** The reason for which extra records were not removed; null if they were removed. */
  refusedReason?: Maybe<Scalars['String']['output']>;
  /** Records of an older revision. */
  stale: Scalars['Int']['output'];
};

/** A dead-lettered index job. */
export type IndexFailure = {
  __typename?: 'IndexFailure';
  /** The number of attempts. */
  attempts: Scalars['Int']['output'];
  /** The time at which the job was enqueued. */
  enqueuedAt: Scalars['DateTime']['output'];
  /** The last error. */
  error: Scalars['String']['output'];
  /** The kind of the job. */
  kind: IndexJobKind;
  /** The id of the document or the asset in its service, or the name of the index to reconcile; null for suggestions. */
  subject?: Maybe<Scalars['String']['output']>;
};

/** The kind of an index job. */
export type IndexJobKind =
  /** Finds the moments that depend on a changed media asset. */
  | 'ASSET'
  /** Finds the records and moments that depend on a changed document. */
  | 'DOCUMENT'
  /** Writes the moments of the videos of a document. */
  | 'MOMENTS'
  /** Compares an index with its sources. */
  | 'RECONCILE'
  /** Writes the record of a document. */
  | 'RECORD'
  /** Writes the suggestions. */
  | 'SUGGESTIONS';

/** The size of an index. */
export type IndexSize = {
  __typename?: 'IndexSize';
  /** The name of the index. */
  index: Scalars['String']['output'];
  /** The number of records. */
  records: Scalars['Int']['output'];
};

/** The state of the search index. */
export type IndexStatus = {
  __typename?: 'IndexStatus';
  /** Dead-lettered jobs; `trivium index --retry` enqueues them again. */
  deadLettered: Scalars['Int']['output'];
  /** The result of the last reconciliation of each index; empty before the first. */
  drift: Array<IndexDrift>;
  /** The dead-lettered jobs, oldest first. */
  failures?: Maybe<Array<IndexFailure>>;
  /** The age of the oldest pending job in seconds; null if there is none. */
  lag?: Maybe<Scalars['Float']['output']>;
  /** The number of records of each index. */
  records: Array<IndexSize>;
  /** Pending index jobs, including those to be retried. */
  waiting: Scalars['Int']['output'];
};


/** The state of the search index. */
export type IndexStatusFailuresArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Filters an integer. */
export type IntFilter = {
  /** If true, the field has a value; if false, it has none. */
  defined?: InputMaybe<Scalars['Boolean']['input']>;
  /** Equals this number; null matches a missing value. */
  eq?: InputMaybe<Scalars['Int']['input']>;
  /** Is greater than this number. */
  gt?: InputMaybe<Scalars['Int']['input']>;
  /** Is this number or greater. */
  gte?: InputMaybe<Scalars['Int']['input']>;
  /** Equals one of these numbers; an empty list matches nothing. */
  in?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** Is less than this number. */
  lt?: InputMaybe<Scalars['Int']['input']>;
  /** Is this number or less. */
  lte?: InputMaybe<Scalars['Int']['input']>;
  /** Differs from this number or is missing; null matches every value that is not missing. */
  ne?: InputMaybe<Scalars['Int']['input']>;
  /** Equals none of these numbers or is missing; an empty list matches everything. */
  notIn?: InputMaybe<Array<Scalars['Int']['input']>>;
};

/** A caption cue of a video that matches the query. In addition to `node`, there is a field for each document type with a video. */
export type Moment = {
  __typename?: 'Moment';
  /** The end in seconds. */
  end: Scalars['Float']['output'];
  /** The language of the text track, e.g. `en`. */
  language: Scalars['String']['output'];
  /** The document with this video. */
  node?: Maybe<Node>;
  /** The text, split at the matches. */
  snippet: Array<TextSegment>;
  /** The start in seconds. */
  start: Scalars['Float']['output'];
  /** The URL of a still from the middle of the moment, with the width in pixels; null if the video cannot be played. */
  thumbnailUrl?: Maybe<Scalars['URL']['output']>;
};


/** A caption cue of a video that matches the query. In addition to `node`, there is a field for each document type with a video. */
export type MomentThumbnailUrlArgs = {
  width?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of matching moments of videos, best first. */
export type MomentConnection = {
  __typename?: 'MomentConnection';
  /** The moments with their cursors. */
  edges: Array<MomentEdge>;
  /** The moments. */
  nodes: Array<Maybe<Moment>>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /**
   * The words of the query without those that no moment has, if no moment has all of them: the results have some of these. Null
   * otherwise.
   */
  relaxedQuery?: Maybe<Scalars['String']['output']>;
  /** The number of matching moments. */
  totalCount: Scalars['Int']['output'];
};

/** A moment in a page. */
export type MomentEdge = {
  __typename?: 'MomentEdge';
  /** The position in the list: the value for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The moment. */
  node?: Maybe<Moment>;
};

/** The root of all mutations. */
export type Mutation = {
  __typename?: 'Mutation';
  /** Creates an API key. The caller needs every scope of the key. */
  createApiKey?: Maybe<CreateApiKeyPayload>;
  /** Creates a link by which readers without an account see the drafts of one page of this site. Anyone with the link can see them. */
  createPreviewLink?: Maybe<CreatePreviewLinkPayload>;
  /** Revokes a key with all its secrets, on every gateway within a second. A caller with a key needs every scope of the revoked key; an editor does not. */
  revokeApiKey?: Maybe<RevokeApiKeyPayload>;
  /** Ends a preview link, on every gateway within a second. */
  revokePreviewLink?: Maybe<RevokePreviewLinkPayload>;
  /** Adds a secret to a key; the previous secret stays valid for the overlap. The caller needs every scope of the key. */
  rotateApiKey?: Maybe<RotateApiKeyPayload>;
};


/** The root of all mutations. */
export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput;
};


/** The root of all mutations. */
export type MutationCreatePreviewLinkArgs = {
  input: CreatePreviewLinkInput;
};


/** The root of all mutations. */
export type MutationRevokeApiKeyArgs = {
  input: RevokeApiKeyInput;
};


/** The root of all mutations. */
export type MutationRevokePreviewLinkArgs = {
  input: RevokePreviewLinkInput;
};


/** The root of all mutations. */
export type MutationRotateApiKeyArgs = {
  input: RotateApiKeyInput;
};

/** An object with a global id. */
export type Node = {
  /** The globally unique, opaque id; `node(id:)` returns the object. */
  id: Scalars['ID']['output'];
};

/** The position of items without a value in an order. */
export type NullsOrder =
  /** Before all others. */
  | 'FIRST'
  /** After all others. */
  | 'LAST';

/** The direction of an order. */
export type OrderDirection =
  /** From the smallest or earliest value. Texts compare by their characters in lower case, so accented letters follow z. */
  | 'ASC'
  /** From the largest or latest value: the reverse of `ASC`. */
  | 'DESC';

/** The position of a page in its list. */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** The cursor of the last item, which `after` takes for the next page; null if the page is empty. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** True if there are items after this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** True if there are items before this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the first item; null if the page is empty. */
  startCursor?: Maybe<Scalars['String']['output']>;
};

export type PlaceholderDocument = Node & {
  __typename?: 'PlaceholderDocument';
  id: Scalars['ID']['output'];
};

/** The URLs of a video. Those of a signed video contain a token that expires. */
export type Playback = {
  __typename?: 'Playback';
  /** The URL of a few seconds as an animated image; null for audio. Times are in seconds; default: around the middle of the video. */
  animatedUrl?: Maybe<Scalars['URL']['output']>;
  /** The URL of the sound alone as one M4A file; null if the media library has none. */
  audioUrl?: Maybe<Scalars['URL']['output']>;
  /**
   * The time at which the URLs expire, later than the end of a playback that starts now, and of a live show; null for a public
   * video.
   */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** The URL of the HLS multivariant playlist. */
  hlsUrl: Scalars['URL']['output'];
  /** The URL of the video as one MP4 file, with the greatest height up to `maxHeight`; null if the media library has none. */
  mp4Url?: Maybe<Scalars['URL']['output']>;
  /** The access policy. */
  policy: PlaybackPolicy;
  /** The URL of a still; null for audio. Sizes are in pixels, the time is in seconds; default: the middle of the video. */
  posterUrl?: Maybe<Scalars['URL']['output']>;
  /** The URL of a WebVTT metadata track with thumbnails of the whole video; null for audio. */
  storyboardUrl?: Maybe<Scalars['URL']['output']>;
  /** The tokens for a player that builds its URLs from `Video.playbackId`; null for a public video, which needs none. They expire with the URLs. */
  tokens?: Maybe<PlaybackTokens>;
};


/** The URLs of a video. Those of a signed video contain a token that expires. */
export type PlaybackAnimatedUrlArgs = {
  end?: InputMaybe<Scalars['Float']['input']>;
  start?: InputMaybe<Scalars['Float']['input']>;
  width?: InputMaybe<Scalars['Int']['input']>;
};


/** The URLs of a video. Those of a signed video contain a token that expires. */
export type PlaybackMp4UrlArgs = {
  maxHeight?: InputMaybe<Scalars['Int']['input']>;
};


/** The URLs of a video. Those of a signed video contain a token that expires. */
export type PlaybackPosterUrlArgs = {
  format?: InputMaybe<ImageFormat>;
  height?: InputMaybe<Scalars['Int']['input']>;
  time?: InputMaybe<Scalars['Float']['input']>;
  width?: InputMaybe<Scalars['Int']['input']>;
};

/** The access policy of a video. */
export type PlaybackPolicy =
  /** Anyone can play the video. */
  | 'PUBLIC'
  /** Playback requires a token; the URLs in this graph contain one. */
  | 'SIGNED';

/** The tokens (JWT) of a signed video, each for one kind of URL of its playback id. */
export type PlaybackTokens = {
  __typename?: 'PlaybackTokens';
  /** For the stream, the text tracks and the files. */
  playback: Scalars['String']['output'];
  /** For the storyboard; null for audio. */
  storyboard?: Maybe<Scalars['String']['output']>;
  /** For stills; null for audio. Sizes and time are a part of the token, and a URL with it has no parameters of its own. */
  thumbnail?: Maybe<Scalars['String']['output']>;
};


/** The tokens (JWT) of a signed video, each for one kind of URL of its playback id. */
export type PlaybackTokensThumbnailArgs = {
  height?: InputMaybe<Scalars['Int']['input']>;
  time?: InputMaybe<Scalars['Float']['input']>;
  width?: InputMaybe<Scalars['Int']['input']>;
};

/** Filters by the presence of a value: an image, a file, a video, or an object whose fields have no filters. */
export type PresenceFilter = {
  /** If true, the field has a value; if false, it has none. */
  defined?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A link to the drafts of one page, without its secret. */
export type PreviewLink = {
  __typename?: 'PreviewLink';
  /** The time at which the link expires. */
  expiresAt: Scalars['DateTime']['output'];
  /** The path of the page with its query string. */
  path: Scalars['String']['output'];
  /** The versions of documents that the page shows. */
  perspective: Scalars['String']['output'];
  /** The id, by which the link can be revoked. */
  previewId: Scalars['ID']['output'];
  /** The time of its revocation; null if it is not revoked. */
  revokedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** The root of all queries. */
export type Query = {
  __typename?: 'Query';
  /** All API keys of the deployment, oldest first, including expired and revoked ones. */
  apiKeys?: Maybe<Array<ApiKey>>;
  /** The values of a facet that have a label with this prefix. */
  facetValues?: Maybe<Array<FacetValue>>;
  /** The state of the search index, for operators. */
  indexStatus?: Maybe<IndexStatus>;
  /** The languages of the content as BCP 47 tags, the default first. The header `X-Locale` selects one for the whole response. */
  locales?: Maybe<Array<Scalars['String']['output']>>;
  /** Matching moments of videos, best first. Videos of fields that require scopes have none. */
  moments?: Maybe<MomentConnection>;
  /** The object with this global id; null if there is none or it is not published. */
  node?: Maybe<Node>;
  /** The objects with these global ids, in this order, with null for missing ones. At most 100. */
  nodes?: Maybe<Array<Maybe<Node>>>;
  /** The caller's rate limit; null if there is none. */
  rateLimit?: Maybe<RateLimit>;
  /** The use of the schema by clients in the last days, the most frequent first. */
  schemaUsage?: Maybe<Array<SchemaUse>>;
  /**
   * Matching documents, best first. An empty query matches all documents; a query without letters and digits, such as an
   * emoji, matches nothing. While the search service is unavailable, the content service matches word prefixes, and the
   * response has `extensions.fallback`.
   */
  search?: Maybe<SearchConnection>;
  /** Completions of the query, and the best matching documents. */
  suggest?: Maybe<Suggestions>;
  /** The sender of the request. */
  viewer?: Maybe<Viewer>;
};


/** The root of all queries. */
export type QueryFacetValuesArgs = {
  filter?: InputMaybe<SearchFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  key: FacetKey;
  prefix?: InputMaybe<Scalars['String']['input']>;
  types?: InputMaybe<Array<DocumentType>>;
};


/** The root of all queries. */
export type QueryMomentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<SearchFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  languages?: InputMaybe<Array<Scalars['String']['input']>>;
  last?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  prefer?: InputMaybe<Scalars['String']['input']>;
  query: Scalars['String']['input'];
  types?: InputMaybe<Array<DocumentType>>;
};


/** The root of all queries. */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/** The root of all queries. */
export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


/** The root of all queries. */
export type QueryRateLimitArgs = {
  dryRun?: InputMaybe<Scalars['Boolean']['input']>;
};


/** The root of all queries. */
export type QuerySchemaUsageArgs = {
  client?: InputMaybe<Scalars['String']['input']>;
  coordinate?: InputMaybe<Scalars['String']['input']>;
  days?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** The root of all queries. */
export type QuerySearchArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  facets?: InputMaybe<Array<FacetKey>>;
  filter?: InputMaybe<SearchFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  query: Scalars['String']['input'];
  types?: InputMaybe<Array<DocumentType>>;
};


/** The root of all queries. */
export type QuerySuggestArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  query: Scalars['String']['input'];
  types?: InputMaybe<Array<DocumentType>>;
};

/**
 * The caller's rate limit. Each IP address, API key and editor has a number of points, which are restored over time. An
 * operation costs one point for each object in its response, more for computed fields, and 25 for each upstream request. Each
 * response costs a point for each started kB and at least 4, also a cached one.
 */
export type RateLimit = {
  __typename?: 'RateLimit';
  /** The maximum cost of this operation in points. They are charged before it runs; unused points are refunded. */
  cost: Scalars['Int']['output'];
  /** The maximum number of points. */
  limit: Scalars['Int']['output'];
  /** Points left after the cost of this operation is charged. */
  remaining: Scalars['Int']['output'];
  /** The time at which all points are restored if there are no further requests. */
  resetAt: Scalars['DateTime']['output'];
  /** Points used. */
  used: Scalars['Int']['output'];
};

/** The input of `revokeApiKey`. */
export type RevokeApiKeyInput = {
  /** The id of the key, as in `apiKeys`. */
  keyId: Scalars['ID']['input'];
};

/** The result of `revokeApiKey`. */
export type RevokeApiKeyPayload = {
  __typename?: 'RevokeApiKeyPayload';
  /** The revoked key; null if there are errors. */
  apiKey?: Maybe<ApiKey>;
  /** What prevents the mutation; empty if it succeeded. */
  userErrors: Array<UserError>;
};

/** The input of `revokePreviewLink`. */
export type RevokePreviewLinkInput = {
  /** The id of the link. */
  previewId: Scalars['ID']['input'];
};

/** The result of `revokePreviewLink`. */
export type RevokePreviewLinkPayload = {
  __typename?: 'RevokePreviewLinkPayload';
  /** The revoked link; null if there are errors. */
  previewLink?: Maybe<PreviewLink>;
  /** What prevents the mutation; empty if it succeeded. */
  userErrors: Array<UserError>;
};

/** Rich text: Portable Text, and the documents and images in it. */
export type RichText = {
  __typename?: 'RichText';
  /**
   * The blocks: text, and the objects that the model declares by `@richText`. A block that lacks a required attribute is null,
   * with an error.
   */
  blocks: Array<Maybe<RichTextBlock>>;
  /** The Portable Text blocks (https://portabletext.org) of the content service. */
  json: Scalars['JSON']['output'];
  /** The documents and images in the text. */
  links: RichTextLinks;
  /**
   * The plain text: the blocks of text and the words of objects, such as quotations, source code, formulas and captions, separated by
   * empty lines; then the notes.
   */
  plainText: Scalars['String']['output'];
  /**
   * The reading time of the plain text at 220 words per minute, rounded up; 0 for an empty text. A formula counts as one
   * word. In scripts without spaces, such as Chinese, Japanese and Thai, the dictionaries of Unicode tell what a word is.
   */
  readingMinutes: Scalars['Int']['output'];
};

export type RichTextAnnotation = RichTextLink | UnknownRichTextNode;

export type RichTextBlock = TextBlock | UnknownRichTextNode;

export type RichTextInline = TextSpan | UnknownRichTextNode;

/** A link to a URL. */
export type RichTextLink = {
  __typename?: 'RichTextLink';
  /** The URL as the editor entered it. It can have any scheme: allow only known schemes in pages. */
  href?: Maybe<Scalars['String']['output']>;
};

/** An image in a rich text, with the key of its block. */
export type RichTextLinkedImage = {
  __typename?: 'RichTextLinkedImage';
  /** The image. */
  image: Image;
  /** The `_key` of the block in the JSON; null if it has none. */
  key?: Maybe<Scalars['String']['output']>;
};

/** The documents and images in a rich text. */
export type RichTextLinks = {
  __typename?: 'RichTextLinks';
  /**
   * The referenced documents, each once, in order of first reference: blocks that are references, and the attribute
   * `reference` of block objects and annotations, also inside an annotation's `text`; and all references in the objects that
   * the model declares by `@richText`. In the JSON, `_ref` is the document's
   * id in the content service, as in `RichTextReference.ref`.
   */
  documents: Array<Node>;
  /** The images that are blocks of the text, and those in the attribute `image` of block objects. */
  images: Array<RichTextLinkedImage>;
  /** The same documents with their `_ref` in the JSON. */
  references: Array<RichTextReference>;
};

/** A part of a rich text: a block, an inline object or an annotation. */
export type RichTextNode = {
  /**
   * The `_key` of the object in its list, its position if it has none; null if it is not in a list, such as an object that is the
   * value of a field. It identifies a block in its text, and an annotation in its block: other blocks can have annotations with the
   * same key.
   */
  key?: Maybe<Scalars['String']['output']>;
};

/** An image that is a part of a text. */
export type RichTextPicture = {
  __typename?: 'RichTextPicture';
  /** The image, with its text alternative and caption. */
  image?: Maybe<Image>;
};

/** A position of objects in rich text. */
export type RichTextPosition =
  /** An annotation of spans, such as a link. */
  | 'ANNOTATION'
  /** Between blocks of text. */
  | 'BLOCK'
  /** Within a block of text, between spans. */
  | 'INLINE';

/** A document that a rich text references, with its id in the JSON. */
export type RichTextReference = {
  __typename?: 'RichTextReference';
  /** The document. */
  document: Node;
  /** The `_ref` in the JSON. */
  ref: Scalars['String']['output'];
};

/** The input of `rotateApiKey`. */
export type RotateApiKeyInput = {
  /** The id of the key, as in `apiKeys`. */
  keyId: Scalars['ID']['input'];
  /** Hours for which the previous secret stays valid, at most 2,160; 0 ends it now. */
  overlapHours?: InputMaybe<Scalars['Float']['input']>;
};

/** The result of `rotateApiKey`. */
export type RotateApiKeyPayload = {
  __typename?: 'RotateApiKeyPayload';
  /** The key; null if there are errors. */
  apiKey?: Maybe<ApiKey>;
  /** The new secret, the value of `Authorization: Bearer` or `X-Api-Key`; null if there are errors. It is not stored and cannot be read again. */
  secret?: Maybe<Scalars['String']['output']>;
  /** What prevents the mutation; empty if it succeeded. */
  userErrors: Array<UserError>;
};

/** The use of a part of the schema by a client. */
export type SchemaUse = {
  __typename?: 'SchemaUse';
  /** The name that the client sends, else that of its API key, else `editor` or `anonymous`; `other` beyond the limit of clients. */
  client: Scalars['String']['output'];
  /** The schema coordinate, e.g. `Film.title` or `Query.films(first:)`; `other` beyond the limit of coordinates. */
  coordinate: Scalars['String']['output'];
  /** The last day of use, in UTC. */
  lastUsedOn: Scalars['Date']['output'];
  /** The number of operations, at most 2,147,483,647. */
  operations: Scalars['Int']['output'];
  /** The version that the client sends; null if it sends none. */
  version?: Maybe<Scalars['String']['output']>;
};

/**
 * A page of search results. `SearchItem`, `SearchableField`, `FacetKey` and `SearchFilter` are derived from the model: from every
 * document type with a `@searchable` field, and every facet.
 */
export type SearchConnection = {
  __typename?: 'SearchConnection';
  /** The number of results with all words of the query, which come first. If it is less than three, results with some of the words follow. */
  allWordsCount: Scalars['Int']['output'];
  /**
   * The query, or `relaxedQuery`, with the words that the results have in place of misspelt ones; null if no word was corrected. A word
   * that documents have as typed is never replaced. The field adds highlights to the request of the search service.
   */
  correctedQuery?: Maybe<Scalars['String']['output']>;
  /**
   * True if a result has the words of `correctedQuery` in place of the misspelt ones in its name, in another short text, or in the name of a
   * document to which it refers. False without a correction, and if only long texts have these words: they may be common words that nobody
   * meant. The field adds highlights to the request of the search service.
   */
  correctionIsLikely: Scalars['Boolean']['output'];
  /** The results with highlights and positions. */
  edges: Array<SearchEdge>;
  /** The facets in the requested order; only `TYPE` while the content service replaces the search service. */
  facets: Array<Facet>;
  /** The documents of the results, without those that no longer exist. */
  nodes: Array<Maybe<SearchItem>>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The id of this query for click and conversion events of the search service; null if analytics are off. */
  queryID?: Maybe<Scalars['String']['output']>;
  /**
   * The words of the query without those that no document has, if no document has all of them: the results have some of these. Null
   * otherwise.
   */
  relaxedQuery?: Maybe<Scalars['String']['output']>;
  /** The number of matching documents. */
  totalCount: Scalars['Int']['output'];
  /** True if `totalCount` is exact, false if it is an estimate. */
  totalIsExact: Scalars['Boolean']['output'];
};

/** A search result. */
export type SearchEdge = {
  __typename?: 'SearchEdge';
  /** The position in the list: the value for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The matching fields. */
  highlights: Array<Highlight>;
  /** The document. If it no longer exists, it is null with an error `NOT_FOUND`. */
  node?: Maybe<SearchItem>;
  /** The position across all pages, counted from 1. */
  position: Scalars['Int']['output'];
};

export type SearchFilter = {
  placeholder?: InputMaybe<Scalars['String']['input']>;
};

export type SearchItem = PlaceholderDocument;

export type SearchableField =
  | 'PLACEHOLDER';

/** Filters a string. */
export type StringFilter = {
  /** If true, the field has a value; if false, it has none. */
  defined?: InputMaybe<Scalars['Boolean']['input']>;
  /** Equals this text; null matches a missing value. */
  eq?: InputMaybe<Scalars['String']['input']>;
  /** If true, `eq`, `ne`, `in`, `notIn` and `startsWith` compare lower case with lower case. By itself it is no condition. */
  ignoreCase?: InputMaybe<Scalars['Boolean']['input']>;
  /** Equals one of these texts; an empty list matches nothing. */
  in?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Contains all of these words, in any order and in any case; a word may end with `*`. */
  matches?: InputMaybe<Scalars['String']['input']>;
  /** Differs from this text or is missing; null matches every value that is not missing. */
  ne?: InputMaybe<Scalars['String']['input']>;
  /** Equals none of these texts or is missing; an empty list matches everything. */
  notIn?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Starts with this text. */
  startsWith?: InputMaybe<Scalars['String']['input']>;
};

/**
 * Subscriptions, at the URL of the graph: over a WebSocket with the protocol `graphql-transport-ws`, or as server-sent events.
 * When a connection closes, connect again and query the current state: missed events are not repeated.
 */
export type Subscription = {
  __typename?: 'Subscription';
  /** A document was published, changed or unpublished. */
  contentChanged: ContentChange;
  /** The video with this `Video.id`, now and after each change, until it is deleted. The error is `NOT_FOUND` if no content that the caller can read has it. */
  videoChanged: Video;
};


/**
 * Subscriptions, at the URL of the graph: over a WebSocket with the protocol `graphql-transport-ws`, or as server-sent events.
 * When a connection closes, connect again and query the current state: missed events are not repeated.
 */
export type SubscriptionContentChangedArgs = {
  types?: InputMaybe<Array<DocumentType>>;
};


/**
 * Subscriptions, at the URL of the graph: over a WebSocket with the protocol `graphql-transport-ws`, or as server-sent events.
 * When a connection closes, connect again and query the current state: missed events are not repeated.
 */
export type SubscriptionVideoChangedArgs = {
  id: Scalars['ID']['input'];
};

/** A suggested document. */
export type SuggestedDocument = {
  __typename?: 'SuggestedDocument';
  /** The matching fields. */
  highlights: Array<Highlight>;
  /** The document. If it no longer exists, it is null with an error `NOT_FOUND`. */
  node?: Maybe<SearchItem>;
};

/** A completion of the query. */
export type SuggestedQuery = {
  __typename?: 'SuggestedQuery';
  /** The complete query, split where it matches the input. */
  segments: Array<TextSegment>;
  /** The complete query. */
  text: Scalars['String']['output'];
};

/** Suggestions for an incomplete query. */
export type Suggestions = {
  __typename?: 'Suggestions';
  /** The same documents with highlights. */
  documents: Array<SuggestedDocument>;
  /** The documents that have all words of the query, without those that no longer exist. */
  items: Array<Maybe<SearchItem>>;
  /** Completions, best first. */
  queries: Array<SuggestedQuery>;
};

/** A block of text: a paragraph, a heading or a list item. */
export type TextBlock = RichTextNode & {
  __typename?: 'TextBlock';
  /** The text in spans, and the inline objects between them. */
  children: Array<Maybe<RichTextInline>>;
  /** The `_key` of the object in its list; its position if it has none. */
  key?: Maybe<Scalars['String']['output']>;
  /** The level of the list item, from 1; null outside of lists. */
  level?: Maybe<Scalars['Int']['output']>;
  /** The kind of list that the block is an item of, e.g. `bullet` or `number`; null outside of lists. */
  listItem?: Maybe<Scalars['String']['output']>;
  /** The annotations of the text, to which the `marks` of the spans in this block refer by key. */
  markDefs: Array<Maybe<RichTextAnnotation>>;
  /** The style, e.g. `normal`, `h2` or `blockquote`. A studio can have styles of its own. */
  style: Scalars['String']['output'];
};

/** Filters rich text by its plain text. */
export type TextFilter = {
  /** If true, the field has a value; if false, it has none. */
  defined?: InputMaybe<Scalars['Boolean']['input']>;
  /** Contains all of these words, in any order and in any case; a word may end with `*`. */
  matches?: InputMaybe<Scalars['String']['input']>;
};

/** A part of a text. It never contains markup. */
export type TextSegment = {
  __typename?: 'TextSegment';
  /** True if the text matches the query. */
  matched: Scalars['Boolean']['output'];
  /** The unchanged text. */
  text: Scalars['String']['output'];
};

/** A piece of text with the same marks. */
export type TextSpan = RichTextNode & {
  __typename?: 'TextSpan';
  /** The `_key` of the object in its list; its position if it has none. */
  key?: Maybe<Scalars['String']['output']>;
  /** The marks: names of decorators, e.g. `strong` and `em`, and keys of annotations in the `markDefs` of its block. */
  marks: Array<Scalars['String']['output']>;
  /** The text. */
  text: Scalars['String']['output'];
};

/** A text track of a video. */
export type Track = {
  __typename?: 'Track';
  /** The opaque id of the track, which no other object has. `node` does not take it. */
  id: Scalars['ID']['output'];
  /** The kind of the track. */
  kind: TrackKind;
  /** The label to display, e.g. `English (captions)`. */
  label: Scalars['String']['output'];
  /** The language, as a BCP 47 tag. */
  language: Scalars['String']['output'];
  /** The URL of the track as WebVTT. */
  src: Scalars['URL']['output'];
};

/** The kind of a text track. */
export type TrackKind =
  /** Speech and sounds, for deaf and hard-of-hearing viewers. */
  | 'CAPTIONS'
  /** A translation of the speech. */
  | 'SUBTITLES';

/** A part of a rich text with a `_type` that the model does not declare at this position. */
export type UnknownRichTextNode = RichTextNode & {
  __typename?: 'UnknownRichTextNode';
  /** The unchanged object. */
  json: Scalars['JSON']['output'];
  /** The `_key` of the object in its list; its position if it has none. */
  key?: Maybe<Scalars['String']['output']>;
  /** The `_type`; empty if there is none. */
  type: Scalars['String']['output'];
};

/** A reason for which a mutation changes nothing. Errors of the request itself, such as missing scopes, are in `errors`. */
export type UserError = {
  __typename?: 'UserError';
  /** The kind of the error. */
  code: UserErrorCode;
  /** The field of the input that causes it; null if none does. */
  field?: Maybe<Scalars['String']['output']>;
  /** What is expected, what was found, and what to do. */
  message: Scalars['String']['output'];
};

/** The kind of a `UserError`. */
export type UserErrorCode =
  /** The key allows more than its administrator may. */
  | 'FORBIDDEN'
  /** The value of a field is invalid. */
  | 'INVALID'
  /** No active key has this id. */
  | 'NOT_FOUND'
  /** The limit of active keys is reached. */
  | 'TOO_MANY_KEYS'
  /** The limit of active preview links is reached. */
  | 'TOO_MANY_LINKS';

/** A video of the media library. */
export type Video = Node & {
  __typename?: 'Video';
  /** Width divided by height; null until the video is ready, and for audio. */
  aspectRatio?: Maybe<Scalars['Float']['output']>;
  /** The asset's id in the media library. */
  assetId: Scalars['String']['output'];
  /** The duration in seconds, of a live show until now; null until the video is ready. */
  duration?: Maybe<Scalars['Float']['output']>;
  /** The reason if the encoding failed; null otherwise. */
  error?: Maybe<Scalars['String']['output']>;
  /** The height in pixels of the best stored resolution; null until the video is ready, and for audio. */
  height?: Maybe<Scalars['Int']['output']>;
  /** The globally unique, opaque id; `node(id:)` returns the video. */
  id: Scalars['ID']['output'];
  /** True for sound without pictures, which has no stills, no storyboard and no animated image; false until it is ready. */
  isAudio: Scalars['Boolean']['output'];
  /** True while a live show is on the air. */
  isLive: Scalars['Boolean']['output'];
  /** The URLs for playback; null until the video is ready. */
  playback?: Maybe<Playback>;
  /** The playback id, for players that build their URLs themselves, such as Mux Player; null until the video is ready. That of a signed video needs `playback { tokens }`. */
  playbackId?: Maybe<Scalars['String']['output']>;
  /** The state of its encoding. */
  status: VideoStatus;
  /** The text tracks that are ready: captions and subtitles. */
  tracks: Array<Track>;
  /** The transcript, from the text track in this language; null if there is none. */
  transcript?: Maybe<Array<Cue>>;
  /** The width in pixels of the best stored resolution; null until the video is ready, and for audio. */
  width?: Maybe<Scalars['Int']['output']>;
};


/** A video of the media library. */
export type VideoTracksArgs = {
  kind?: InputMaybe<TrackKind>;
};


/** A video of the media library. */
export type VideoTranscriptArgs = {
  language?: Scalars['String']['input'];
};

/** The state of the encoding of a video. */
export type VideoStatus =
  /** The encoding failed; see `error`. */
  | 'ERRORED'
  /** The video is being encoded. */
  | 'PREPARING'
  /** The video can be played. */
  | 'READY';

/** The sender of the request. `rateLimit` has its rate limit. */
export type Viewer = {
  __typename?: 'Viewer';
  /** The API key of the request; null without one. */
  apiKey?: Maybe<ApiKey>;
};



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
  RichTextAnnotation:
    | ( RichTextLink )
    | ( UnknownRichTextNode )
  ;
  RichTextBlock:
    | ( Omit<TextBlock, 'children' | 'markDefs'> & { children: Array<Maybe<_RefType['RichTextInline']>>, markDefs: Array<Maybe<_RefType['RichTextAnnotation']>> } )
    | ( UnknownRichTextNode )
  ;
  RichTextInline:
    | ( TextSpan )
    | ( UnknownRichTextNode )
  ;
  SearchItem: ( PlaceholderDocument );
};

/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Node:
    | ( PlaceholderDocument )
    | ( Asset )
  ;
  RichTextNode:
    | ( Omit<TextBlock, 'children' | 'markDefs'> & { children: Array<Maybe<_RefType['RichTextInline']>>, markDefs: Array<Maybe<_RefType['RichTextAnnotation']>> } )
    | ( TextSpan )
    | ( UnknownRichTextNode )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  ApiKey: ResolverTypeWrapper<ApiKeyInfo>;
  ApiKeyCreator: ResolverTypeWrapper<ApiKeyCreator>;
  ApiKeyCreatorKind: ApiKeyCreatorKind;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  BooleanFilter: BooleanFilter;
  CacheControlScope: CacheControlScope;
  ContentChange: ResolverTypeWrapper<Omit<ContentChange, 'node'> & { node?: Maybe<ResolversTypes['Node']> }>;
  ContentChangeKind: ContentChangeKind;
  CreateApiKeyInput: CreateApiKeyInput;
  CreateApiKeyPayload: ResolverTypeWrapper<Omit<CreateApiKeyPayload, 'apiKey'> & { apiKey?: Maybe<ResolversTypes['ApiKey']> }>;
  CreatePreviewLinkInput: CreatePreviewLinkInput;
  CreatePreviewLinkPayload: ResolverTypeWrapper<Omit<CreatePreviewLinkPayload, 'previewLink'> & { previewLink?: Maybe<ResolversTypes['PreviewLink']> }>;
  Cue: ResolverTypeWrapper<Cue>;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateFilter: DateFilter;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DateTimeFilter: DateTimeFilter;
  DocumentType: DocumentType;
  Facet: ResolverTypeWrapper<Facet>;
  FacetKey: FacetKey;
  FacetStats: ResolverTypeWrapper<FacetStats>;
  FacetValue: ResolverTypeWrapper<FacetValue>;
  File: ResolverTypeWrapper<File>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  FloatFilter: FloatFilter;
  GeoBox: GeoBox;
  GeoCircle: GeoCircle;
  GeoCoordinates: GeoCoordinates;
  GeoPoint: ResolverTypeWrapper<GeoPoint>;
  GeoPointFilter: GeoPointFilter;
  Highlight: ResolverTypeWrapper<Highlight>;
  Hotspot: ResolverTypeWrapper<Hotspot>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  IDFilter: IdFilter;
  Image: ResolverTypeWrapper<Image>;
  ImageAsset: ResolverTypeWrapper<ImageAsset>;
  ImageCrop: ResolverTypeWrapper<ImageCrop>;
  ImageExif: ResolverTypeWrapper<ImageExif>;
  ImageFit: ImageFit;
  ImageFormat: ImageFormat;
  ImagePalette: ResolverTypeWrapper<ImagePalette>;
  ImageSwatch: ResolverTypeWrapper<ImageSwatch>;
  IndexDrift: ResolverTypeWrapper<IndexDrift>;
  IndexFailure: ResolverTypeWrapper<IndexFailure>;
  IndexJobKind: IndexJobKind;
  IndexSize: ResolverTypeWrapper<IndexSize>;
  IndexStatus: ResolverTypeWrapper<IndexStatus>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  IntFilter: IntFilter;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  Moment: ResolverTypeWrapper<Omit<Moment, 'node'> & { node?: Maybe<ResolversTypes['Node']> }>;
  MomentConnection: ResolverTypeWrapper<Omit<MomentConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['MomentEdge']>, nodes: Array<Maybe<ResolversTypes['Moment']>> }>;
  MomentEdge: ResolverTypeWrapper<Omit<MomentEdge, 'node'> & { node?: Maybe<ResolversTypes['Moment']> }>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  NullsOrder: NullsOrder;
  OrderDirection: OrderDirection;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  PlaceholderDocument: ResolverTypeWrapper<PlaceholderDocument>;
  Playback: ResolverTypeWrapper<PlaybackParent>;
  PlaybackPolicy: PlaybackPolicy;
  PlaybackTokens: ResolverTypeWrapper<PlaybackTokensParent>;
  PresenceFilter: PresenceFilter;
  PreviewLink: ResolverTypeWrapper<PreviewInfo>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  RateLimit: ResolverTypeWrapper<RateLimit>;
  RevokeApiKeyInput: RevokeApiKeyInput;
  RevokeApiKeyPayload: ResolverTypeWrapper<Omit<RevokeApiKeyPayload, 'apiKey'> & { apiKey?: Maybe<ResolversTypes['ApiKey']> }>;
  RevokePreviewLinkInput: RevokePreviewLinkInput;
  RevokePreviewLinkPayload: ResolverTypeWrapper<Omit<RevokePreviewLinkPayload, 'previewLink'> & { previewLink?: Maybe<ResolversTypes['PreviewLink']> }>;
  RichText: ResolverTypeWrapper<Omit<RichText, 'blocks' | 'links'> & { blocks: Array<Maybe<ResolversTypes['RichTextBlock']>>, links: ResolversTypes['RichTextLinks'] }>;
  RichTextAnnotation: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['RichTextAnnotation']>;
  RichTextBlock: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['RichTextBlock']>;
  RichTextInline: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['RichTextInline']>;
  RichTextLink: ResolverTypeWrapper<RichTextLink>;
  RichTextLinkedImage: ResolverTypeWrapper<RichTextLinkedImage>;
  RichTextLinks: ResolverTypeWrapper<Omit<RichTextLinks, 'documents' | 'references'> & { documents: Array<ResolversTypes['Node']>, references: Array<ResolversTypes['RichTextReference']> }>;
  RichTextNode: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['RichTextNode']>;
  RichTextPicture: ResolverTypeWrapper<RichTextPicture>;
  RichTextPosition: RichTextPosition;
  RichTextReference: ResolverTypeWrapper<Omit<RichTextReference, 'document'> & { document: ResolversTypes['Node'] }>;
  RotateApiKeyInput: RotateApiKeyInput;
  RotateApiKeyPayload: ResolverTypeWrapper<Omit<RotateApiKeyPayload, 'apiKey'> & { apiKey?: Maybe<ResolversTypes['ApiKey']> }>;
  SchemaUse: ResolverTypeWrapper<SchemaUse>;
  Scope: ResolverTypeWrapper<Scalars['Scope']['output']>;
  SearchConnection: ResolverTypeWrapper<Omit<SearchConnection, 'edges' | 'nodes'> & { edges: Array<ResolversTypes['SearchEdge']>, nodes: Array<Maybe<ResolversTypes['SearchItem']>> }>;
  SearchEdge: ResolverTypeWrapper<Omit<SearchEdge, 'highlights' | 'node'> & { highlights: Array<ResolversTypes['Highlight']>, node?: Maybe<ResolversTypes['SearchItem']> }>;
  SearchFilter: SearchFilter;
  SearchItem: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['SearchItem']>;
  SearchableField: SearchableField;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  StringFilter: StringFilter;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  SuggestedDocument: ResolverTypeWrapper<Omit<SuggestedDocument, 'highlights' | 'node'> & { highlights: Array<ResolversTypes['Highlight']>, node?: Maybe<ResolversTypes['SearchItem']> }>;
  SuggestedQuery: ResolverTypeWrapper<SuggestedQuery>;
  Suggestions: ResolverTypeWrapper<Omit<Suggestions, 'documents' | 'items'> & { documents: Array<ResolversTypes['SuggestedDocument']>, items: Array<Maybe<ResolversTypes['SearchItem']>> }>;
  TextBlock: ResolverTypeWrapper<Omit<TextBlock, 'children' | 'markDefs'> & { children: Array<Maybe<ResolversTypes['RichTextInline']>>, markDefs: Array<Maybe<ResolversTypes['RichTextAnnotation']>> }>;
  TextFilter: TextFilter;
  TextSegment: ResolverTypeWrapper<TextSegment>;
  TextSpan: ResolverTypeWrapper<TextSpan>;
  Track: ResolverTypeWrapper<PlayableTrack>;
  TrackKind: TrackKind;
  URL: ResolverTypeWrapper<Scalars['URL']['output']>;
  UnknownRichTextNode: ResolverTypeWrapper<UnknownRichTextNode>;
  UserError: ResolverTypeWrapper<UserError>;
  UserErrorCode: UserErrorCode;
  Video: ResolverTypeWrapper<Asset>;
  VideoStatus: VideoStatus;
  Viewer: ResolverTypeWrapper<Omit<Viewer, 'apiKey'> & { apiKey?: Maybe<ResolversTypes['ApiKey']> }>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  ApiKey: ApiKeyInfo;
  ApiKeyCreator: ApiKeyCreator;
  Boolean: Scalars['Boolean']['output'];
  BooleanFilter: BooleanFilter;
  ContentChange: Omit<ContentChange, 'node'> & { node?: Maybe<ResolversParentTypes['Node']> };
  CreateApiKeyInput: CreateApiKeyInput;
  CreateApiKeyPayload: Omit<CreateApiKeyPayload, 'apiKey'> & { apiKey?: Maybe<ResolversParentTypes['ApiKey']> };
  CreatePreviewLinkInput: CreatePreviewLinkInput;
  CreatePreviewLinkPayload: Omit<CreatePreviewLinkPayload, 'previewLink'> & { previewLink?: Maybe<ResolversParentTypes['PreviewLink']> };
  Cue: Cue;
  Date: Scalars['Date']['output'];
  DateFilter: DateFilter;
  DateTime: Scalars['DateTime']['output'];
  DateTimeFilter: DateTimeFilter;
  Facet: Facet;
  FacetStats: FacetStats;
  FacetValue: FacetValue;
  File: File;
  Float: Scalars['Float']['output'];
  FloatFilter: FloatFilter;
  GeoBox: GeoBox;
  GeoCircle: GeoCircle;
  GeoCoordinates: GeoCoordinates;
  GeoPoint: GeoPoint;
  GeoPointFilter: GeoPointFilter;
  Highlight: Highlight;
  Hotspot: Hotspot;
  ID: Scalars['ID']['output'];
  IDFilter: IdFilter;
  Image: Image;
  ImageAsset: ImageAsset;
  ImageCrop: ImageCrop;
  ImageExif: ImageExif;
  ImagePalette: ImagePalette;
  ImageSwatch: ImageSwatch;
  IndexDrift: IndexDrift;
  IndexFailure: IndexFailure;
  IndexSize: IndexSize;
  IndexStatus: IndexStatus;
  Int: Scalars['Int']['output'];
  IntFilter: IntFilter;
  JSON: Scalars['JSON']['output'];
  Moment: Omit<Moment, 'node'> & { node?: Maybe<ResolversParentTypes['Node']> };
  MomentConnection: Omit<MomentConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['MomentEdge']>, nodes: Array<Maybe<ResolversParentTypes['Moment']>> };
  MomentEdge: Omit<MomentEdge, 'node'> & { node?: Maybe<ResolversParentTypes['Moment']> };
  Mutation: Record<PropertyKey, never>;
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  PageInfo: PageInfo;
  PlaceholderDocument: PlaceholderDocument;
  Playback: PlaybackParent;
  PlaybackTokens: PlaybackTokensParent;
  PresenceFilter: PresenceFilter;
  PreviewLink: PreviewInfo;
  Query: Record<PropertyKey, never>;
  RateLimit: RateLimit;
  RevokeApiKeyInput: RevokeApiKeyInput;
  RevokeApiKeyPayload: Omit<RevokeApiKeyPayload, 'apiKey'> & { apiKey?: Maybe<ResolversParentTypes['ApiKey']> };
  RevokePreviewLinkInput: RevokePreviewLinkInput;
  RevokePreviewLinkPayload: Omit<RevokePreviewLinkPayload, 'previewLink'> & { previewLink?: Maybe<ResolversParentTypes['PreviewLink']> };
  RichText: Omit<RichText, 'blocks' | 'links'> & { blocks: Array<Maybe<ResolversParentTypes['RichTextBlock']>>, links: ResolversParentTypes['RichTextLinks'] };
  RichTextAnnotation: ResolversUnionTypes<ResolversParentTypes>['RichTextAnnotation'];
  RichTextBlock: ResolversUnionTypes<ResolversParentTypes>['RichTextBlock'];
  RichTextInline: ResolversUnionTypes<ResolversParentTypes>['RichTextInline'];
  RichTextLink: RichTextLink;
  RichTextLinkedImage: RichTextLinkedImage;
  RichTextLinks: Omit<RichTextLinks, 'documents' | 'references'> & { documents: Array<ResolversParentTypes['Node']>, references: Array<ResolversParentTypes['RichTextReference']> };
  RichTextNode: ResolversInterfaceTypes<ResolversParentTypes>['RichTextNode'];
  RichTextPicture: RichTextPicture;
  RichTextReference: Omit<RichTextReference, 'document'> & { document: ResolversParentTypes['Node'] };
  RotateApiKeyInput: RotateApiKeyInput;
  RotateApiKeyPayload: Omit<RotateApiKeyPayload, 'apiKey'> & { apiKey?: Maybe<ResolversParentTypes['ApiKey']> };
  SchemaUse: SchemaUse;
  Scope: Scalars['Scope']['output'];
  SearchConnection: Omit<SearchConnection, 'edges' | 'nodes'> & { edges: Array<ResolversParentTypes['SearchEdge']>, nodes: Array<Maybe<ResolversParentTypes['SearchItem']>> };
  SearchEdge: Omit<SearchEdge, 'highlights' | 'node'> & { highlights: Array<ResolversParentTypes['Highlight']>, node?: Maybe<ResolversParentTypes['SearchItem']> };
  SearchFilter: SearchFilter;
  SearchItem: ResolversUnionTypes<ResolversParentTypes>['SearchItem'];
  String: Scalars['String']['output'];
  StringFilter: StringFilter;
  Subscription: Record<PropertyKey, never>;
  SuggestedDocument: Omit<SuggestedDocument, 'highlights' | 'node'> & { highlights: Array<ResolversParentTypes['Highlight']>, node?: Maybe<ResolversParentTypes['SearchItem']> };
  SuggestedQuery: SuggestedQuery;
  Suggestions: Omit<Suggestions, 'documents' | 'items'> & { documents: Array<ResolversParentTypes['SuggestedDocument']>, items: Array<Maybe<ResolversParentTypes['SearchItem']>> };
  TextBlock: Omit<TextBlock, 'children' | 'markDefs'> & { children: Array<Maybe<ResolversParentTypes['RichTextInline']>>, markDefs: Array<Maybe<ResolversParentTypes['RichTextAnnotation']>> };
  TextFilter: TextFilter;
  TextSegment: TextSegment;
  TextSpan: TextSpan;
  Track: PlayableTrack;
  URL: Scalars['URL']['output'];
  UnknownRichTextNode: UnknownRichTextNode;
  UserError: UserError;
  Video: Asset;
  Viewer: Omit<Viewer, 'apiKey'> & { apiKey?: Maybe<ResolversParentTypes['ApiKey']> };
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

export type ContentSourceMapsDirectiveArgs = { };

export type ContentSourceMapsDirectiveResolver<Result, Parent, ContextType = Context, Args = ContentSourceMapsDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type CostDirectiveArgs = {
  weight: Scalars['String']['input'];
};

export type CostDirectiveResolver<Result, Parent, ContextType = Context, Args = CostDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type DocumentDirectiveArgs = {
  language?: Maybe<Scalars['String']['input']>;
  plural?: Maybe<Scalars['String']['input']>;
  type?: Maybe<Scalars['String']['input']>;
};

export type DocumentDirectiveResolver<Result, Parent, ContextType = Context, Args = DocumentDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type EnumValueDirectiveArgs = {
  is: Scalars['String']['input'];
};

export type EnumValueDirectiveResolver<Result, Parent, ContextType = Context, Args = EnumValueDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type GroqDirectiveArgs = {
  expr: Scalars['String']['input'];
  types?: Maybe<Array<Scalars['String']['input']>>;
};

export type GroqDirectiveResolver<Result, Parent, ContextType = Context, Args = GroqDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type InverseDirectiveArgs = {
  field: Scalars['String']['input'];
};

export type InverseDirectiveResolver<Result, Parent, ContextType = Context, Args = InverseDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type LabelDirectiveArgs = { };

export type LabelDirectiveResolver<Result, Parent, ContextType = Context, Args = LabelDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ListSizeDirectiveArgs = {
  assumedSize?: Maybe<Scalars['Int']['input']>;
  requireOneSlicingArgument?: Maybe<Scalars['Boolean']['input']>;
  sizedFields?: Maybe<Array<Scalars['String']['input']>>;
  slicingArguments?: Maybe<Array<Scalars['String']['input']>>;
};

export type ListSizeDirectiveResolver<Result, Parent, ContextType = Context, Args = ListSizeDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type LocalizedDirectiveArgs = {
  path?: Maybe<Scalars['String']['input']>;
};

export type LocalizedDirectiveResolver<Result, Parent, ContextType = Context, Args = LocalizedDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type LookupDirectiveArgs = {
  by: Array<Scalars['String']['input']>;
};

export type LookupDirectiveResolver<Result, Parent, ContextType = Context, Args = LookupDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ObjectDirectiveArgs = {
  type?: Maybe<Scalars['String']['input']>;
};

export type ObjectDirectiveResolver<Result, Parent, ContextType = Context, Args = ObjectDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type OrderableDirectiveArgs = { };

export type OrderableDirectiveResolver<Result, Parent, ContextType = Context, Args = OrderableDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type RelatedDirectiveArgs = {
  by: Array<Scalars['String']['input']>;
};

export type RelatedDirectiveResolver<Result, Parent, ContextType = Context, Args = RelatedDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type RequiresScopesDirectiveArgs = {
  scopes: Array<Array<Scalars['Scope']['input']>>;
};

export type RequiresScopesDirectiveResolver<Result, Parent, ContextType = Context, Args = RequiresScopesDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type RichTextDirectiveArgs = {
  as: Array<RichTextPosition>;
  text?: Maybe<Array<Scalars['String']['input']>>;
  type?: Maybe<Scalars['String']['input']>;
};

export type RichTextDirectiveResolver<Result, Parent, ContextType = Context, Args = RichTextDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type SearchableDirectiveArgs = {
  facet?: Maybe<Scalars['Boolean']['input']>;
  ordered?: Maybe<Scalars['Boolean']['input']>;
  synonyms?: Maybe<Array<Array<Scalars['String']['input']>>>;
  weight?: Maybe<Scalars['Int']['input']>;
};

export type SearchableDirectiveResolver<Result, Parent, ContextType = Context, Args = SearchableDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type SemanticNonNullDirectiveArgs = {
  levels?: Array<Scalars['Int']['input']>;
};

export type SemanticNonNullDirectiveResolver<Result, Parent, ContextType = Context, Args = SemanticNonNullDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ApiKeyResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ApiKey'] = ResolversParentTypes['ApiKey']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<Maybe<ResolversTypes['ApiKeyCreator']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  keyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  origins?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  previousSecretExpiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  scopes?: Resolver<Array<ResolversTypes['Scope']>, ParentType, ContextType>;
};

export type ApiKeyCreatorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ApiKeyCreator'] = ResolversParentTypes['ApiKeyCreator']> = {
  keyId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ApiKeyCreatorKind'], ParentType, ContextType>;
  subject?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ContentChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ContentChange'] = ResolversParentTypes['ContentChange']> = {
  changedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  documentId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ContentChangeKind'], ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['DocumentType'], ParentType, ContextType>;
};

export type CreateApiKeyPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateApiKeyPayload'] = ResolversParentTypes['CreateApiKeyPayload']> = {
  apiKey?: Resolver<Maybe<ResolversTypes['ApiKey']>, ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CreatePreviewLinkPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreatePreviewLinkPayload'] = ResolversParentTypes['CreatePreviewLinkPayload']> = {
  previewLink?: Resolver<Maybe<ResolversTypes['PreviewLink']>, ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
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
  isComplete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
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

export type FileResolvers<ContextType = Context, ParentType extends ResolversParentTypes['File'] = ResolversParentTypes['File']> = {
  creditLine?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  downloadUrl?: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType, Partial<FileDownloadUrlArgs>>;
  extension?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mimeType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  originalFilename?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  size?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
};

export type GeoPointResolvers<ContextType = Context, ParentType extends ResolversParentTypes['GeoPoint'] = ResolversParentTypes['GeoPoint']> = {
  alt?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  lat?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  lng?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type HighlightResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Highlight'] = ResolversParentTypes['Highlight']> = {
  field?: Resolver<ResolversTypes['SearchableField'], ParentType, ContextType>;
  segments?: Resolver<Array<ResolversTypes['TextSegment']>, ParentType, ContextType>;
};

export type HotspotResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Hotspot'] = ResolversParentTypes['Hotspot']> = {
  height?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  width?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  x?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  y?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ImageResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Image'] = ResolversParentTypes['Image']> = {
  alt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  asset?: Resolver<ResolversTypes['ImageAsset'], ParentType, ContextType>;
  caption?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  color?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  crop?: Resolver<Maybe<ResolversTypes['ImageCrop']>, ParentType, ContextType>;
  height?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  hotspot?: Resolver<Maybe<ResolversTypes['Hotspot']>, ParentType, ContextType>;
  placeholder?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  srcSet?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType, RequireFields<ImageSrcSetArgs, 'format' | 'widths'>>;
  url?: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType, RequireFields<ImageUrlArgs, 'fit' | 'format'>>;
  width?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ImageAssetResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ImageAsset'] = ResolversParentTypes['ImageAsset']> = {
  altText?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  assetId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  blurHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  creditLine?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  exif?: Resolver<Maybe<ResolversTypes['ImageExif']>, ParentType, ContextType>;
  extension?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hasAlpha?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  height?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  isOpaque?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  mimeType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  originalFilename?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  palette?: Resolver<Maybe<ResolversTypes['ImagePalette']>, ParentType, ContextType>;
  size?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  thumbHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  width?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ImageCropResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ImageCrop'] = ResolversParentTypes['ImageCrop']> = {
  bottom?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  left?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  right?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  top?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ImageExifResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ImageExif'] = ResolversParentTypes['ImageExif']> = {
  exposureTime?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  fNumber?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  focalLength?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  focalLengthIn35mm?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  iso?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  lensMake?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lensModel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  takenAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type ImagePaletteResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ImagePalette'] = ResolversParentTypes['ImagePalette']> = {
  darkMuted?: Resolver<Maybe<ResolversTypes['ImageSwatch']>, ParentType, ContextType>;
  darkVibrant?: Resolver<Maybe<ResolversTypes['ImageSwatch']>, ParentType, ContextType>;
  dominant?: Resolver<Maybe<ResolversTypes['ImageSwatch']>, ParentType, ContextType>;
  lightMuted?: Resolver<Maybe<ResolversTypes['ImageSwatch']>, ParentType, ContextType>;
  lightVibrant?: Resolver<Maybe<ResolversTypes['ImageSwatch']>, ParentType, ContextType>;
  muted?: Resolver<Maybe<ResolversTypes['ImageSwatch']>, ParentType, ContextType>;
  vibrant?: Resolver<Maybe<ResolversTypes['ImageSwatch']>, ParentType, ContextType>;
};

export type ImageSwatchResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ImageSwatch'] = ResolversParentTypes['ImageSwatch']> = {
  background?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  foreground?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  population?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type IndexDriftResolvers<ContextType = Context, ParentType extends ResolversParentTypes['IndexDrift'] = ResolversParentTypes['IndexDrift']> = {
  extra?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  index?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  missing?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reconciledAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  refusedReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  stale?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IndexFailureResolvers<ContextType = Context, ParentType extends ResolversParentTypes['IndexFailure'] = ResolversParentTypes['IndexFailure']> = {
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  enqueuedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  error?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['IndexJobKind'], ParentType, ContextType>;
  subject?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type IndexSizeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['IndexSize'] = ResolversParentTypes['IndexSize']> = {
  index?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  records?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IndexStatusResolvers<ContextType = Context, ParentType extends ResolversParentTypes['IndexStatus'] = ResolversParentTypes['IndexStatus']> = {
  deadLettered?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  drift?: Resolver<Array<ResolversTypes['IndexDrift']>, ParentType, ContextType>;
  failures?: Resolver<Maybe<Array<ResolversTypes['IndexFailure']>>, ParentType, ContextType, RequireFields<IndexStatusFailuresArgs, 'first'>>;
  lag?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  records?: Resolver<Array<ResolversTypes['IndexSize']>, ParentType, ContextType>;
  waiting?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type MomentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Moment'] = ResolversParentTypes['Moment']> = {
  end?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  language?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType>;
  snippet?: Resolver<Array<ResolversTypes['TextSegment']>, ParentType, ContextType>;
  start?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  thumbnailUrl?: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType, Partial<MomentThumbnailUrlArgs>>;
};

export type MomentConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MomentConnection'] = ResolversParentTypes['MomentConnection']> = {
  edges?: Resolver<Array<ResolversTypes['MomentEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<Maybe<ResolversTypes['Moment']>>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  relaxedQuery?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MomentEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MomentEdge'] = ResolversParentTypes['MomentEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Moment']>, ParentType, ContextType>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createApiKey?: Resolver<Maybe<ResolversTypes['CreateApiKeyPayload']>, ParentType, ContextType, RequireFields<MutationCreateApiKeyArgs, 'input'>>;
  createPreviewLink?: Resolver<Maybe<ResolversTypes['CreatePreviewLinkPayload']>, ParentType, ContextType, RequireFields<MutationCreatePreviewLinkArgs, 'input'>>;
  revokeApiKey?: Resolver<Maybe<ResolversTypes['RevokeApiKeyPayload']>, ParentType, ContextType, RequireFields<MutationRevokeApiKeyArgs, 'input'>>;
  revokePreviewLink?: Resolver<Maybe<ResolversTypes['RevokePreviewLinkPayload']>, ParentType, ContextType, RequireFields<MutationRevokePreviewLinkArgs, 'input'>>;
  rotateApiKey?: Resolver<Maybe<ResolversTypes['RotateApiKeyPayload']>, ParentType, ContextType, RequireFields<MutationRotateApiKeyArgs, 'input'>>;
};

export type NodeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'PlaceholderDocument' | 'Video', ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PlaceholderDocumentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PlaceholderDocument'] = ResolversParentTypes['PlaceholderDocument']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PlaybackResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Playback'] = ResolversParentTypes['Playback']> = {
  animatedUrl?: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType, Partial<PlaybackAnimatedUrlArgs>>;
  audioUrl?: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  hlsUrl?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
  mp4Url?: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType, Partial<PlaybackMp4UrlArgs>>;
  policy?: Resolver<ResolversTypes['PlaybackPolicy'], ParentType, ContextType>;
  posterUrl?: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType, RequireFields<PlaybackPosterUrlArgs, 'format'>>;
  storyboardUrl?: Resolver<Maybe<ResolversTypes['URL']>, ParentType, ContextType>;
  tokens?: Resolver<Maybe<ResolversTypes['PlaybackTokens']>, ParentType, ContextType>;
};

export type PlaybackTokensResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PlaybackTokens'] = ResolversParentTypes['PlaybackTokens']> = {
  playback?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  storyboard?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  thumbnail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType, Partial<PlaybackTokensThumbnailArgs>>;
};

export type PreviewLinkResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PreviewLink'] = ResolversParentTypes['PreviewLink']> = {
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  perspective?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  previewId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  apiKeys?: Resolver<Maybe<Array<ResolversTypes['ApiKey']>>, ParentType, ContextType>;
  facetValues?: Resolver<Maybe<Array<ResolversTypes['FacetValue']>>, ParentType, ContextType, RequireFields<QueryFacetValuesArgs, 'first' | 'key' | 'prefix'>>;
  indexStatus?: Resolver<Maybe<ResolversTypes['IndexStatus']>, ParentType, ContextType>;
  locales?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  moments?: Resolver<Maybe<ResolversTypes['MomentConnection']>, ParentType, ContextType, RequireFields<QueryMomentsArgs, 'first' | 'query'>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<Maybe<Array<Maybe<ResolversTypes['Node']>>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  rateLimit?: Resolver<Maybe<ResolversTypes['RateLimit']>, ParentType, ContextType, RequireFields<QueryRateLimitArgs, 'dryRun'>>;
  schemaUsage?: Resolver<Maybe<Array<ResolversTypes['SchemaUse']>>, ParentType, ContextType, RequireFields<QuerySchemaUsageArgs, 'days' | 'first'>>;
  search?: Resolver<Maybe<ResolversTypes['SearchConnection']>, ParentType, ContextType, RequireFields<QuerySearchArgs, 'first' | 'query'>>;
  suggest?: Resolver<Maybe<ResolversTypes['Suggestions']>, ParentType, ContextType, RequireFields<QuerySuggestArgs, 'first' | 'query'>>;
  viewer?: Resolver<Maybe<ResolversTypes['Viewer']>, ParentType, ContextType>;
};

export type RateLimitResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RateLimit'] = ResolversParentTypes['RateLimit']> = {
  cost?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  remaining?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  resetAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  used?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RevokeApiKeyPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RevokeApiKeyPayload'] = ResolversParentTypes['RevokeApiKeyPayload']> = {
  apiKey?: Resolver<Maybe<ResolversTypes['ApiKey']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RevokePreviewLinkPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RevokePreviewLinkPayload'] = ResolversParentTypes['RevokePreviewLinkPayload']> = {
  previewLink?: Resolver<Maybe<ResolversTypes['PreviewLink']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RichTextResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RichText'] = ResolversParentTypes['RichText']> = {
  blocks?: Resolver<Array<Maybe<ResolversTypes['RichTextBlock']>>, ParentType, ContextType>;
  json?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  links?: Resolver<ResolversTypes['RichTextLinks'], ParentType, ContextType>;
  plainText?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  readingMinutes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RichTextAnnotationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RichTextAnnotation'] = ResolversParentTypes['RichTextAnnotation']> = {
  __resolveType: TypeResolveFn<'RichTextLink' | 'UnknownRichTextNode', ParentType, ContextType>;
};

export type RichTextBlockResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RichTextBlock'] = ResolversParentTypes['RichTextBlock']> = {
  __resolveType: TypeResolveFn<'TextBlock' | 'UnknownRichTextNode', ParentType, ContextType>;
};

export type RichTextInlineResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RichTextInline'] = ResolversParentTypes['RichTextInline']> = {
  __resolveType: TypeResolveFn<'TextSpan' | 'UnknownRichTextNode', ParentType, ContextType>;
};

export type RichTextLinkResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RichTextLink'] = ResolversParentTypes['RichTextLink']> = {
  href?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RichTextLinkedImageResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RichTextLinkedImage'] = ResolversParentTypes['RichTextLinkedImage']> = {
  image?: Resolver<ResolversTypes['Image'], ParentType, ContextType>;
  key?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RichTextLinksResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RichTextLinks'] = ResolversParentTypes['RichTextLinks']> = {
  documents?: Resolver<Array<ResolversTypes['Node']>, ParentType, ContextType>;
  images?: Resolver<Array<ResolversTypes['RichTextLinkedImage']>, ParentType, ContextType>;
  references?: Resolver<Array<ResolversTypes['RichTextReference']>, ParentType, ContextType>;
};

export type RichTextNodeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RichTextNode'] = ResolversParentTypes['RichTextNode']> = {
  __resolveType: TypeResolveFn<'TextBlock' | 'TextSpan' | 'UnknownRichTextNode', ParentType, ContextType>;
};

export type RichTextPictureResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RichTextPicture'] = ResolversParentTypes['RichTextPicture']> = {
  image?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
};

export type RichTextReferenceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RichTextReference'] = ResolversParentTypes['RichTextReference']> = {
  document?: Resolver<ResolversTypes['Node'], ParentType, ContextType>;
  ref?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RotateApiKeyPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RotateApiKeyPayload'] = ResolversParentTypes['RotateApiKeyPayload']> = {
  apiKey?: Resolver<Maybe<ResolversTypes['ApiKey']>, ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type SchemaUseResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SchemaUse'] = ResolversParentTypes['SchemaUse']> = {
  client?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  coordinate?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lastUsedOn?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  operations?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export interface ScopeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Scope'], any> {
  name: 'Scope';
}

export type SearchConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SearchConnection'] = ResolversParentTypes['SearchConnection']> = {
  allWordsCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  correctedQuery?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  correctionIsLikely?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
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
  __resolveType: TypeResolveFn<'PlaceholderDocument', ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  contentChanged?: SubscriptionResolver<ResolversTypes['ContentChange'], "contentChanged", ParentType, ContextType, Partial<SubscriptionContentChangedArgs>>;
  videoChanged?: SubscriptionResolver<ResolversTypes['Video'], "videoChanged", ParentType, ContextType, RequireFields<SubscriptionVideoChangedArgs, 'id'>>;
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
  items?: Resolver<Array<Maybe<ResolversTypes['SearchItem']>>, ParentType, ContextType>;
  queries?: Resolver<Array<ResolversTypes['SuggestedQuery']>, ParentType, ContextType>;
};

export type TextBlockResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TextBlock'] = ResolversParentTypes['TextBlock']> = {
  children?: Resolver<Array<Maybe<ResolversTypes['RichTextInline']>>, ParentType, ContextType>;
  key?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  level?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  listItem?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  markDefs?: Resolver<Array<Maybe<ResolversTypes['RichTextAnnotation']>>, ParentType, ContextType>;
  style?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TextSegmentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TextSegment'] = ResolversParentTypes['TextSegment']> = {
  matched?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TextSpanResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TextSpan'] = ResolversParentTypes['TextSpan']> = {
  key?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  marks?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TrackResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Track'] = ResolversParentTypes['Track']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['TrackKind'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  language?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  src?: Resolver<ResolversTypes['URL'], ParentType, ContextType>;
};

export interface UrlScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['URL'], any> {
  name: 'URL';
}

export type UnknownRichTextNodeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UnknownRichTextNode'] = ResolversParentTypes['UnknownRichTextNode']> = {
  json?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  key?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type UserErrorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UserError'] = ResolversParentTypes['UserError']> = {
  code?: Resolver<ResolversTypes['UserErrorCode'], ParentType, ContextType>;
  field?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type VideoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Video'] = ResolversParentTypes['Video']> = {
  aspectRatio?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  assetId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  duration?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  height?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isAudio?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isLive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  playback?: Resolver<Maybe<ResolversTypes['Playback']>, ParentType, ContextType>;
  playbackId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['VideoStatus'], ParentType, ContextType>;
  tracks?: Resolver<Array<ResolversTypes['Track']>, ParentType, ContextType, Partial<VideoTracksArgs>>;
  transcript?: Resolver<Maybe<Array<ResolversTypes['Cue']>>, ParentType, ContextType, RequireFields<VideoTranscriptArgs, 'language'>>;
  width?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ViewerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  apiKey?: Resolver<Maybe<ResolversTypes['ApiKey']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = Context> = {
  ApiKey?: ApiKeyResolvers<ContextType>;
  ApiKeyCreator?: ApiKeyCreatorResolvers<ContextType>;
  ContentChange?: ContentChangeResolvers<ContextType>;
  CreateApiKeyPayload?: CreateApiKeyPayloadResolvers<ContextType>;
  CreatePreviewLinkPayload?: CreatePreviewLinkPayloadResolvers<ContextType>;
  Cue?: CueResolvers<ContextType>;
  Date?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  Facet?: FacetResolvers<ContextType>;
  FacetStats?: FacetStatsResolvers<ContextType>;
  FacetValue?: FacetValueResolvers<ContextType>;
  File?: FileResolvers<ContextType>;
  GeoPoint?: GeoPointResolvers<ContextType>;
  Highlight?: HighlightResolvers<ContextType>;
  Hotspot?: HotspotResolvers<ContextType>;
  Image?: ImageResolvers<ContextType>;
  ImageAsset?: ImageAssetResolvers<ContextType>;
  ImageCrop?: ImageCropResolvers<ContextType>;
  ImageExif?: ImageExifResolvers<ContextType>;
  ImagePalette?: ImagePaletteResolvers<ContextType>;
  ImageSwatch?: ImageSwatchResolvers<ContextType>;
  IndexDrift?: IndexDriftResolvers<ContextType>;
  IndexFailure?: IndexFailureResolvers<ContextType>;
  IndexSize?: IndexSizeResolvers<ContextType>;
  IndexStatus?: IndexStatusResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  Moment?: MomentResolvers<ContextType>;
  MomentConnection?: MomentConnectionResolvers<ContextType>;
  MomentEdge?: MomentEdgeResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  PlaceholderDocument?: PlaceholderDocumentResolvers<ContextType>;
  Playback?: PlaybackResolvers<ContextType>;
  PlaybackTokens?: PlaybackTokensResolvers<ContextType>;
  PreviewLink?: PreviewLinkResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  RateLimit?: RateLimitResolvers<ContextType>;
  RevokeApiKeyPayload?: RevokeApiKeyPayloadResolvers<ContextType>;
  RevokePreviewLinkPayload?: RevokePreviewLinkPayloadResolvers<ContextType>;
  RichText?: RichTextResolvers<ContextType>;
  RichTextAnnotation?: RichTextAnnotationResolvers<ContextType>;
  RichTextBlock?: RichTextBlockResolvers<ContextType>;
  RichTextInline?: RichTextInlineResolvers<ContextType>;
  RichTextLink?: RichTextLinkResolvers<ContextType>;
  RichTextLinkedImage?: RichTextLinkedImageResolvers<ContextType>;
  RichTextLinks?: RichTextLinksResolvers<ContextType>;
  RichTextNode?: RichTextNodeResolvers<ContextType>;
  RichTextPicture?: RichTextPictureResolvers<ContextType>;
  RichTextReference?: RichTextReferenceResolvers<ContextType>;
  RotateApiKeyPayload?: RotateApiKeyPayloadResolvers<ContextType>;
  SchemaUse?: SchemaUseResolvers<ContextType>;
  Scope?: GraphQLScalarType;
  SearchConnection?: SearchConnectionResolvers<ContextType>;
  SearchEdge?: SearchEdgeResolvers<ContextType>;
  SearchItem?: SearchItemResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  SuggestedDocument?: SuggestedDocumentResolvers<ContextType>;
  SuggestedQuery?: SuggestedQueryResolvers<ContextType>;
  Suggestions?: SuggestionsResolvers<ContextType>;
  TextBlock?: TextBlockResolvers<ContextType>;
  TextSegment?: TextSegmentResolvers<ContextType>;
  TextSpan?: TextSpanResolvers<ContextType>;
  Track?: TrackResolvers<ContextType>;
  URL?: GraphQLScalarType;
  UnknownRichTextNode?: UnknownRichTextNodeResolvers<ContextType>;
  UserError?: UserErrorResolvers<ContextType>;
  Video?: VideoResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = Context> = {
  asset?: AssetDirectiveResolver<any, any, ContextType>;
  cacheControl?: CacheControlDirectiveResolver<any, any, ContextType>;
  contentSourceMaps?: ContentSourceMapsDirectiveResolver<any, any, ContextType>;
  cost?: CostDirectiveResolver<any, any, ContextType>;
  document?: DocumentDirectiveResolver<any, any, ContextType>;
  enumValue?: EnumValueDirectiveResolver<any, any, ContextType>;
  groq?: GroqDirectiveResolver<any, any, ContextType>;
  inverse?: InverseDirectiveResolver<any, any, ContextType>;
  label?: LabelDirectiveResolver<any, any, ContextType>;
  listSize?: ListSizeDirectiveResolver<any, any, ContextType>;
  localized?: LocalizedDirectiveResolver<any, any, ContextType>;
  lookup?: LookupDirectiveResolver<any, any, ContextType>;
  object?: ObjectDirectiveResolver<any, any, ContextType>;
  orderable?: OrderableDirectiveResolver<any, any, ContextType>;
  related?: RelatedDirectiveResolver<any, any, ContextType>;
  requiresScopes?: RequiresScopesDirectiveResolver<any, any, ContextType>;
  richText?: RichTextDirectiveResolver<any, any, ContextType>;
  searchable?: SearchableDirectiveResolver<any, any, ContextType>;
  semanticNonNull?: SemanticNonNullDirectiveResolver<any, any, ContextType>;
};
