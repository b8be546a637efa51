import { CONTROL_HEADERS } from '../../gateway/emulators/shared/control.ts';
import { contentAudits } from './content/content.audits.ts';
import type { ContentTarget } from './content/target.ts';
import { contentWebhookAudits } from './content/webhooks.audits.ts';
import { mediaAudits } from './media/media.audits.ts';
import type { MediaTarget } from './media/target.ts';
import { searchAudits } from './search/search.audits.ts';
import type { SearchTarget } from './search/target.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** An audit with its target. */
export interface BoundAudit {
  readonly id: string;
  readonly level: 'MUST' | 'SHOULD';
  readonly name: string;
  run(): Promise<void>;
}

const bindTarget = <T>(
  audits: readonly (Omit<BoundAudit, 'run'> & { run(target: T): Promise<void> })[],
  target: T,
): BoundAudit[] => audits.map((audit) => ({ ...audit, run: () => audit.run(target) }));

/** Creates the audits of each service for a URL, with the account of the environment. */
export const SERVICES = {
  content: async (baseUrl: string, env: Environment): Promise<BoundAudit[]> => {
    const target: ContentTarget = {
      baseUrl,
      projectId: env.SANITY_PROJECT_ID ?? '',
      dataset: env.SANITY_DATASET ?? '',
      readToken: env.SANITY_READ_TOKEN ?? '',
      writeToken: env.SANITY_WRITE_TOKEN ?? '',
      webhookSecret: env.SANITY_WEBHOOK_SECRET ?? '',
    };
    const webhookAudits = (await isEmulator(baseUrl)) ? contentWebhookAudits : [];
    return bindTarget([...contentAudits, ...webhookAudits], target);
  },
  media: async (baseUrl: string, env: Environment): Promise<BoundAudit[]> => {
    const { MUX_SIGNING_KEY: id, MUX_PRIVATE_KEY: privateKey } = env;
    const account = { tokenId: env.MUX_TOKEN_ID ?? '', tokenSecret: env.MUX_TOKEN_SECRET ?? '' };
    // Mux has separate hosts for streams and images, the emulator has one.
    const isMux = new URL(baseUrl).hostname.endsWith('mux.com');
    return bindTarget<MediaTarget>(mediaAudits, {
      baseUrl,
      streamUrl: isMux ? 'https://stream.mux.com' : baseUrl,
      imageUrl: isMux ? 'https://image.mux.com' : baseUrl,
      ...account,
      ...(id && privateKey && { signingKey: { id, privateKey } }),
      ...(await findPlaybackIds(baseUrl, account)),
    });
  },
  search: async (baseUrl: string, env: Environment): Promise<BoundAudit[]> =>
    bindTarget<SearchTarget>(searchAudits, {
      baseUrl,
      appId: env.ALGOLIA_APP_ID ?? '',
      searchKey: env.ALGOLIA_SEARCH_KEY ?? '',
      writeKey: env.ALGOLIA_WRITE_KEY ?? '',
      indexPrefix: `${env.ALGOLIA_INDEX_PREFIX || 'trivium'}_audit`,
    }),
};

/** Returns whether the URL is that of an emulator, which can send webhooks to this machine. */
async function isEmulator(baseUrl: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/__emulator/health`, { headers: CONTROL_HEADERS });
  await response.body?.cancel();
  return response.ok;
}

/** A service that has audits. */
export type Service = keyof typeof SERVICES;

/** The audits download whole videos. */
const MAX_VIDEO_SECONDS = 15 * 60;

interface Asset {
  readonly status: string;
  readonly duration?: number;
  readonly tracks?: readonly { readonly type: string }[];
  readonly playback_ids?: readonly { readonly id: string; readonly policy: string }[];
}

/** Finds playback ids of ready, short assets with an audio and a text track. */
async function findPlaybackIds(
  baseUrl: string,
  { tokenId, tokenSecret }: { tokenId: string; tokenSecret: string },
): Promise<Pick<MediaTarget, 'publicPlaybackId' | 'signedPlaybackId'>> {
  const response = await fetch(`${baseUrl}/video/v1/assets?limit=100`, {
    headers: { authorization: `Basic ${btoa(`${tokenId}:${tokenSecret}`)}` },
  });
  if (!response.ok) return {};
  const { data } = (await response.json()) as { data: Asset[] };
  const candidates = data.filter(
    ({ status, duration = 0, tracks = [] }) =>
      status === 'ready' &&
      duration < MAX_VIDEO_SECONDS &&
      ['audio', 'text'].every((type) => tracks.some((track) => track.type === type)),
  );
  const idWithPolicy = (wanted: string) =>
    candidates.flatMap(({ playback_ids = [] }) => playback_ids).find(({ policy }) => policy === wanted)?.id;
  const [publicPlaybackId, signedPlaybackId] = [idWithPolicy('public'), idWithPolicy('signed')];
  return { ...(publicPlaybackId && { publicPlaybackId }), ...(signedPlaybackId && { signedPlaybackId }) };
}
