import { contentAudits } from './content/content.audits.ts';
import type { ContentTarget } from './content/target.ts';
import { contentHooksAudits } from './content/webhooks.audits.ts';
import { mediaAudits } from './media/media.audits.ts';
import type { MediaTarget } from './media/target.ts';
import { searchAudits } from './search/search.audits.ts';
import type { SearchTarget } from './search/target.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** An audit whose target is settled. */
export interface ReadyAudit {
  readonly id: string;
  readonly level: 'MUST' | 'SHOULD';
  readonly name: string;
  run(): Promise<void>;
}

const settle = <T>(
  audits: readonly (Omit<ReadyAudit, 'run'> & { run(target: T): Promise<void> })[],
  target: T,
): ReadyAudit[] => audits.map((audit) => ({ ...audit, run: () => audit.run(target) }));

/** The audits of each service against an address, with the account that the environment names. */
export const auditsOf = {
  content: async (baseUrl: string, env: Environment): Promise<ReadyAudit[]> => {
    const target: ContentTarget = {
      baseUrl,
      projectId: env.SANITY_PROJECT_ID ?? '',
      dataset: env.SANITY_DATASET ?? '',
      readToken: env.SANITY_READ_TOKEN ?? '',
      writeToken: env.SANITY_WRITE_TOKEN ?? '',
      webhookSecret: env.SANITY_WEBHOOK_SECRET ?? '',
    };
    const hooks = (await isEmulator(baseUrl)) ? contentHooksAudits : [];
    return settle([...contentAudits, ...hooks], target);
  },
  media: async (baseUrl: string, env: Environment): Promise<ReadyAudit[]> => {
    const { MUX_SIGNING_KEY: id, MUX_PRIVATE_KEY: privateKey } = env;
    const account = { tokenId: env.MUX_TOKEN_ID ?? '', tokenSecret: env.MUX_TOKEN_SECRET ?? '' };
    // Mux serves films from hosts of their own, anything else that speaks its wire from one.
    const isMux = new URL(baseUrl).hostname.endsWith('mux.com');
    return settle<MediaTarget>(mediaAudits, {
      baseUrl,
      streamUrl: isMux ? 'https://stream.mux.com' : baseUrl,
      imageUrl: isMux ? 'https://image.mux.com' : baseUrl,
      ...account,
      ...(id && privateKey && { signingKey: { id, privateKey } }),
      ...(await findFilms(baseUrl, account)),
    });
  },
  search: async (baseUrl: string, env: Environment): Promise<ReadyAudit[]> =>
    settle<SearchTarget>(searchAudits, {
      baseUrl,
      appId: env.ALGOLIA_APP_ID ?? '',
      searchKey: env.ALGOLIA_SEARCH_KEY ?? '',
      writeKey: env.ALGOLIA_WRITE_KEY ?? '',
      indexPrefix: `${env.ALGOLIA_INDEX_PREFIX || 'trivium'}_audit`,
    }),
};

/** Whether the address is an emulator's, whose webhooks can be pointed at this machine. */
async function isEmulator(baseUrl: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/__emulator/health`);
  await response.body?.cancel();
  return response.ok;
}

/** A service that has audits. */
export type Service = keyof typeof auditsOf;

/** Seconds; the audits read whole films. */
const LONGEST_FILM = 15 * 60;

interface Asset {
  readonly status: string;
  readonly duration?: number;
  readonly tracks?: readonly { readonly type: string }[];
  readonly playback_ids?: readonly { readonly id: string; readonly policy: string }[];
}

/** Playback ids of films the audits can read: ready, short, with sound and words. */
async function findFilms(
  baseUrl: string,
  { tokenId, tokenSecret }: { tokenId: string; tokenSecret: string },
): Promise<Pick<MediaTarget, 'publicPlaybackId' | 'signedPlaybackId'>> {
  const answer = await fetch(`${baseUrl}/video/v1/assets?limit=100`, {
    headers: { authorization: `Basic ${btoa(`${tokenId}:${tokenSecret}`)}` },
  });
  if (!answer.ok) return {};
  const { data } = (await answer.json()) as { data: Asset[] };
  const films = data.filter(
    ({ status, duration = 0, tracks = [] }) =>
      status === 'ready' &&
      duration < LONGEST_FILM &&
      ['audio', 'text'].every((type) => tracks.some((track) => track.type === type)),
  );
  const idWith = (wanted: string) =>
    films.flatMap(({ playback_ids = [] }) => playback_ids).find(({ policy }) => policy === wanted)?.id;
  const [publicPlaybackId, signedPlaybackId] = [idWith('public'), idWith('signed')];
  return { ...(publicPlaybackId && { publicPlaybackId }), ...(signedPlaybackId && { signedPlaybackId }) };
}
