import { invalidParameters } from '../api/apiError.ts';
import { parseInputUrl } from '../inputs/inputUrl.ts';
import type { Input, NewAsset } from './asset.ts';
import { trackName } from './textTrack.ts';

/** The body of a request that describes an asset; `input` and `playback_policy` are older names. */
export type NewAssetBody = Partial<Omit<NewAsset, 'inputs'>> & {
  inputs?: (Input | string)[];
  input?: (Input | string)[];
  playback_policy?: NewAsset['playback_policies'];
};

/**
 * Parses the description of a new asset. The first input is the video: a URL, or the settings of the uploaded
 * file. Text tracks and overlays follow.
 * @throws ApiError 400 for a body that Mux would reject
 */
export function parseNewAsset(body: NewAssetBody, from: 'url' | 'upload'): NewAsset {
  const { inputs: bodyInputs, input, playback_policy, ...rest } = body;
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
  return { ...rest, inputs, ...(policies && { playback_policies: policies }) };
}

/** Settings of Mux that would change the asset, unless they are 'none'. */
const UNSUPPORTED_SETTINGS = ['overlay_settings', 'start_time', 'end_time', 'mp4_support', 'copy_overlays'];

function checkSupport(settings: object, path: string): void {
  const values = new Map(Object.entries(settings));
  const name = UNSUPPORTED_SETTINGS.find((setting) => (values.get(setting) ?? 'none') !== 'none');
  if (name !== undefined)
    throw invalidParameters(`${path}.${name}: the media emulator does not support it (docs/emulators.md)`);
}

/** Requires a language and a unique name for each text and audio track. */
function checkTracks(inputs: readonly Input[]): void {
  const names = new Set<string>();
  for (const { type, language_code, name } of inputs) {
    if (type !== 'text' && type !== 'audio') continue;
    if (!language_code) throw invalidParameters(`inputs: a ${type} track needs a language_code`);
    const displayName = trackName({ language_code, ...(name && { name }) });
    if (names.has(`${type} ${displayName}`))
      throw invalidParameters(`inputs: two ${type} tracks are named ${JSON.stringify(displayName)}`);
    names.add(`${type} ${displayName}`);
  }
}
