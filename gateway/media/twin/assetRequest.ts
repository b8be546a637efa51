import { invalid } from './apiError.ts';
import type { Input, NewAsset } from './asset.ts';
import { checkedUrl } from './inputUrl.ts';
import { trackName } from './textTrack.ts';

/** What a client may send to describe an asset, after validation; `input` and `playback_policy` are older names. */
export type NewAssetBody = Partial<Omit<NewAsset, 'inputs'>> & {
  inputs?: (Input | string)[];
  input?: (Input | string)[];
  playback_policy?: NewAsset['playback_policies'];
};

/**
 * Reads what a client wants an asset to be. Its first input is the film itself: an address, or, for an upload, what is
 * said of the file to come. Text tracks and overlays follow.
 * @throws ApiError 400 for what the provider would refuse
 */
export function readNewAsset(body: NewAssetBody, from: 'url' | 'upload'): NewAsset {
  const { inputs: given, input, playback_policy, ...rest } = body;
  const inputs = (given ?? input ?? []).map((i) => (typeof i === 'string' ? { url: i } : i));
  if (from === 'url' && inputs.length === 0) throw invalid('inputs must have at least one input with a url');
  for (const [i, { url }] of inputs.entries()) {
    if (from === 'url' || i > 0) checkedUrl(url, `inputs.${i}.url`);
    else if (url !== undefined) throw invalid('inputs.0.url must be left out: the file is the one uploaded');
  }
  checkTexts(inputs.slice(1));
  const policies = rest.playback_policies ?? playback_policy;
  const all = [...(policies ?? []), ...(rest.advanced_playback_policies ?? []).map((p) => p.policy)];
  if (all.includes('drm'))
    throw invalid('playback_policies: drm needs a drm_configuration_id, and this account has none');
  return { ...rest, inputs, ...(policies && { playback_policies: policies }) };
}

/** Each text track needs a language, and a name no other one has. */
function checkTexts(inputs: readonly Input[]): void {
  const names = new Set<string>();
  for (const { type, language_code, name } of inputs) {
    if (type !== 'text') continue;
    if (!language_code) throw invalid('inputs: a text track needs a language_code');
    const shown = trackName({ language_code, ...(name && { name }) });
    if (names.has(shown)) throw invalid(`inputs: two text tracks are named ${JSON.stringify(shown)}`);
    names.add(shown);
  }
}
