import { ENCODING_TIERS } from '../assets/asset.ts';

/** Maximum lengths according to Mux's OpenAPI document. */
const MAX_PASSTHROUGH_CHARACTERS = 255;
const MAX_TITLE_CHARACTERS = 512;
const MAX_EXTERNAL_ID_CHARACTERS = 128;
/** Not documented by Mux. */
const MAX_INPUTS = 100;

export const POLICIES = ['public', 'signed', 'drm'] as const;

const passthrough = { type: 'string', maxLength: MAX_PASSTHROUGH_CHARACTERS };
const meta = {
  type: 'object',
  properties: {
    title: { type: 'string', maxLength: MAX_TITLE_CHARACTERS },
    creator_id: { type: 'string', maxLength: MAX_EXTERNAL_ID_CHARACTERS },
    external_id: { type: 'string', maxLength: MAX_EXTERNAL_ID_CHARACTERS },
  },
};
const policies = { type: 'array', items: { enum: POLICIES } };
/** Languages of speech recognition in Mux's OpenAPI document; `auto` detects the language. */
const SPEECH_LANGUAGES = 'en es it pt de fr pl ru nl ca tr sv uk no fi sk el cs hr da ro bg auto'.split(' ');
const generatedSubtitles = {
  type: 'array',
  items: {
    type: 'object',
    properties: { language_code: { enum: SPEECH_LANGUAGES }, name: { type: 'string' }, passthrough },
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

/** Body that adds a static rendition. */
export const NEW_RENDITION = {
  type: 'object',
  required: ['resolution'],
  properties: { resolution: { enum: RESOLUTIONS }, passthrough },
};

const inputs = {
  type: 'array',
  maxItems: MAX_INPUTS,
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
 * Body that creates an asset. `input`, `playback_policy` and `encoding_tier` are older names that are still accepted. A single
 * value is allowed too: Fastify coerces it to an array.
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
    encoding_tier: { enum: Object.values(ENCODING_TIERS) },
    master_access: { enum: ['none', 'temporary'] },
    static_renditions: { type: 'array', items: NEW_RENDITION },
    normalize_audio: { type: 'boolean' },
    test: { type: 'boolean' },
  },
};

/**
 * Body that creates a direct upload; the timeout is in seconds, within the bounds of Mux's OpenAPI document.
 */
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

/** Body that requests text tracks generated from the speech of an audio track. */
export const NEW_GENERATED_SUBTITLES = {
  type: 'object',
  required: ['generated_subtitles'],
  properties: { generated_subtitles: { ...generatedSubtitles, minItems: 1 } },
};

/** Body that updates an asset. */
export const ASSET_CHANGE = {
  type: 'object',
  properties: { passthrough, meta, thumbnail_time: { type: 'number', minimum: 0 } },
};

/**
 * Query of a list. Mux's OpenAPI document defines the default of 25; its guides define the maximum of 100.
 */
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

/** Query of the list of direct uploads, which has no cursor. */
export const UPLOAD_LIST = {
  type: 'object',
  properties: { limit: ASSET_LIST.properties.limit, page: ASSET_LIST.properties.page },
};

/** Body that adds a track. */
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

/** Body that updates a track. */
export const TRACK_CHANGE = {
  type: 'object',
  properties: {
    language_code: { type: 'string', minLength: 1 },
    name: { type: 'string' },
    closed_captions: { type: 'boolean' },
    passthrough,
  },
};
