import { invalidParameters } from '../api/apiError.ts';
import { parseInputUrl } from '../inputs/inputUrl.ts';
import { ENCODING_TIERS, type Input, type NewAsset } from './asset.ts';
import { trackName } from './textTrack.ts';

/** The body of a request that describes an asset; `input`, `playback_policy` and `encoding_tier` are older names. */
export type NewAssetBody = Partial<Omit<NewAsset, 'inputs'>> & {
  inputs?: (Input | string)[];
  input?: (Input | string)[];
  playback_policy?: NewAsset['playback_policies'];
  encoding_tier?: (typeof ENCODING_TIERS)[keyof typeof ENCODING_TIERS];
};

/**
 * Parses the description of a new asset. The first input is the video: a URL, or the settings of the uploaded
 * file. Text tracks and overlays follow.
 * @throws ApiError 400 for a body that Mux would reject
 */
export function parseNewAsset(body: NewAssetBody, from: 'url' | 'upload'): NewAsset {
  const { inputs: bodyInputs, input, playback_policy, encoding_tier, ...rest } = body;
  const inputs = (bodyInputs ?? input ?? []).map((i) => (typeof i === 'string' ? { url: i } : i));
  if (from === 'url' && inputs.length === 0)
    throw invalidParameters('inputs must have at least one input with a url');
  for (const [i, { url }] of inputs.entries()) {
    if (from === 'url' || i > 0) parseInputUrl(url, `inputs.${i}.url`);
    else if (url !== undefined)
      throw invalidParameters('inputs.0.url must be left out: the file is the one uploaded');
  }
  checkSupport(body, 'body');
  for (const [i, input] of inputs.entries()) checkSupport(input, `inputs.${i}`);
  checkTracks(inputs.slice(1));
  const policies = rest.playback_policies ?? playback_policy;
  const all = [...(policies ?? []), ...(rest.advanced_playback_policies ?? []).map((p) => p.policy)];
  if (all.includes('drm'))
    throw invalidParameters('playback_policies: drm needs a drm_configuration_id, and this account has none');
  const quality = rest.video_quality ?? QUALITIES.find((name) => ENCODING_TIERS[name] === encoding_tier);
  return {
    ...rest,
    inputs,
    ...(policies && { playback_policies: policies }),
    ...(quality && { video_quality: quality }),
  };
}

const QUALITIES = Object.keys(ENCODING_TIERS) as (keyof typeof ENCODING_TIERS)[];

/** Settings of Mux that would change the asset, unless they are 'none', false or an empty list. */
const UNSUPPORTED_SETTINGS = [
  'overlay_settings',
  'start_time',
  'end_time',
  'mp4_support',
  'copy_overlays',
  'generate_shots',
  'directives',
];

function checkSupport(settings: object, path: string): void {
  const values = new Map(Object.entries(settings));
  const name = UNSUPPORTED_SETTINGS.find((setting) => {
    const value = values.get(setting) ?? 'none';
    return value !== 'none' && value !== false && !(Array.isArray(value) && value.length === 0);
  });
  if (name !== undefined)
    throw invalidParameters(`${path}.${name}: the media emulator does not support it (docs/emulators.md)`);
}

/** Requires a language and a unique name for each text and audio track, and the kind of each text track. */
function checkTracks(inputs: readonly Input[]): void {
  const names = new Set<string>();
  for (const { type, text_type, language_code, name } of inputs) {
    if (type !== 'text' && type !== 'audio') continue;
    if (!language_code) throw invalidParameters(`inputs: a ${type} track needs a language_code`);
    if (type === 'text' && text_type === undefined)
      throw invalidParameters('inputs: a text track needs the text_type subtitles');
    const displayName = trackName({ language_code, ...(name && { name }) });
    if (names.has(`${type} ${displayName}`))
      throw invalidParameters(`inputs: two ${type} tracks are named ${JSON.stringify(displayName)}`);
    names.add(`${type} ${displayName}`);
  }
}
