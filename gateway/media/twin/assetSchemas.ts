/** Longest values as Mux's document states them. */
const LONGEST_PASSTHROUGH = 255;
const LONGEST_TITLE = 512;
const LONGEST_EXTERNAL_ID = 128;
/** Not stated; a body beyond it is nobody's. */
const MOST_INPUTS = 100;

export const POLICIES = ['public', 'signed', 'drm'] as const;

const passthrough = { type: 'string', maxLength: LONGEST_PASSTHROUGH };
const meta = {
  type: 'object',
  properties: {
    title: { type: 'string', maxLength: LONGEST_TITLE },
    creator_id: { type: 'string', maxLength: LONGEST_EXTERNAL_ID },
    external_id: { type: 'string', maxLength: LONGEST_EXTERNAL_ID },
  },
};
const policies = { type: 'array', items: { enum: POLICIES } };
/** Languages that Mux's document lists for speech to be recognised in; `auto` lets it be detected. */
const SPOKEN = 'en es it pt de fr pl ru nl ca tr sv uk no fi sk el cs hr da ro bg auto'.split(' ');
const generatedSubtitles = {
  type: 'array',
  items: {
    type: 'object',
    properties: { language_code: { enum: SPOKEN }, name: { type: 'string' }, passthrough },
  },
};
const RESOLUTIONS = [
  'highest',
  'audio-only',
  '2160p',
  '1440p',
  '1080p',
  '720p',
  '540p',
  '480p',
  '360p',
  '270p',
] as const;

/** The body that adds a static rendition. */
export const NEW_RENDITION = {
  type: 'object',
  required: ['resolution'],
  properties: { resolution: { enum: RESOLUTIONS }, passthrough },
};

const inputs = {
  type: 'array',
  maxItems: MOST_INPUTS,
  items: {
    anyOf: [
      { type: 'string' },
      {
        type: 'object',
        properties: {
          url: { type: 'string' },
          type: { enum: ['video', 'audio', 'text'] },
          text_type: { enum: ['subtitles'] },
          language_code: { type: 'string', minLength: 1 },
          name: { type: 'string' },
          closed_captions: { type: 'boolean' },
          passthrough,
          generated_subtitles: generatedSubtitles,
        },
      },
    ],
  },
};

/**
 * The body that creates an asset. `input` and `playback_policy` are the older names, still accepted, and
 * either may be a single value: the framework's coercion makes it an array of one.
 */
export const NEW_ASSET = {
  type: 'object',
  properties: {
    inputs,
    input: inputs,
    playback_policies: policies,
    playback_policy: policies,
    advanced_playback_policies: {
      type: 'array',
      items: { type: 'object', required: ['policy'], properties: { policy: { enum: POLICIES } } },
    },
    passthrough,
    meta,
    max_resolution_tier: { enum: ['1080p', '1440p', '2160p'] },
    video_quality: { enum: ['basic', 'plus', 'premium'] },
    master_access: { enum: ['none', 'temporary'] },
    static_renditions: { type: 'array', items: NEW_RENDITION },
    normalize_audio: { type: 'boolean' },
    test: { type: 'boolean' },
  },
};

/** The body that creates a direct upload; the timeout in seconds as Mux's document bounds it. */
export const NEW_UPLOAD = {
  type: 'object',
  required: ['cors_origin'],
  properties: {
    cors_origin: { type: 'string', minLength: 1 },
    timeout: { type: 'integer', minimum: 60, maximum: 604_800, default: 3600 },
    new_asset_settings: NEW_ASSET,
    test: { type: 'boolean' },
  },
};

/** The body that asks for text tracks made from what is spoken in an audio track. */
export const NEW_GENERATED = {
  type: 'object',
  required: ['generated_subtitles'],
  properties: { generated_subtitles: { ...generatedSubtitles, minItems: 1 } },
};

/** The body that changes an asset. */
export const ASSET_CHANGE = {
  type: 'object',
  properties: { passthrough, meta, thumbnail_time: { type: 'number', minimum: 0 } },
};

/** The query of a list: Mux's document gives 25 as the default, its guides 100 as the most. */
export const ASSET_LIST = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
    page: { type: 'integer', minimum: 1, default: 1 },
    cursor: { type: 'string' },
    live_stream_id: { type: 'string' },
    upload_id: { type: 'string' },
  },
};

/** The query of the list of direct uploads, which has no cursor. */
export const UPLOAD_LIST = {
  type: 'object',
  properties: { limit: ASSET_LIST.properties.limit, page: ASSET_LIST.properties.page },
};

/** The body that adds a track. */
export const NEW_TRACK = {
  type: 'object',
  required: ['url', 'type', 'language_code'],
  properties: {
    url: { type: 'string' },
    type: { enum: ['text', 'audio'] },
    text_type: { enum: ['subtitles'] },
    language_code: { type: 'string', minLength: 1 },
    name: { type: 'string' },
    closed_captions: { type: 'boolean' },
    passthrough,
  },
};

/** The body that changes a track. */
export const TRACK_CHANGE = {
  type: 'object',
  properties: {
    language_code: { type: 'string', minLength: 1 },
    name: { type: 'string' },
    closed_captions: { type: 'boolean' },
    passthrough,
  },
};
