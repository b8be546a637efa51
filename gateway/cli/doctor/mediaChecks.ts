import type Mux from '@mux/mux-node';
import type { Config } from '../../config/config.ts';
import { isObject, isText, listOf, objectOf } from '../../core/validators.ts';
import { createMediaClient } from '../../providers/media/client.ts';
import { dataOf } from './accounts.ts';
import { type Check, failure, ok, warning } from './check.ts';
import { callProvider, type StatusOutcomes, statusOf } from './providerCall.ts';
import { webhookUrl } from './webhooks.ts';

const REQUIRED_PERMISSION = 'video:read';
const DASHBOARD = 'dashboard.mux.com → Settings';
/** Seconds for which the token of the signature check is valid. */
const TOKEN_SECONDS = 60;

export const tokenRejected = failure('MEDIA_TOKEN_REJECTED', {
  expected: 'an access token of the environment',
  actual: 'a rejected token (401)',
  fix: `set MUX_TOKEN_ID and MUX_TOKEN_SECRET to a token of ${DASHBOARD} → Access tokens`,
});

const permissionMissing = (actual: string) =>
  failure('MEDIA_PERMISSION_MISSING', {
    expected: `the permission ${REQUIRED_PERMISSION}`,
    actual,
    fix: `create an access token with the permission Mux Video: Read at ${DASHBOARD} → Access tokens`,
  });

/** Calls the API with the access token. */
const callMux = <T>(call: () => Promise<T>, outcomes: StatusOutcomes = {}): Promise<T> =>
  callProvider('media', call, {
    401: tokenRejected,
    403: permissionMissing('a token without that permission (403)'),
    ...outcomes,
  });

type Webhooks = Awaited<ReturnType<Mux['system']['webhooks']['list']>>['data'];

/** Reads the webhooks of the environment. @throws UnexpectedShape; the errors of the SDK */
export const muxWebhooks = (mux: Mux, signal: AbortSignal): Promise<Webhooks> =>
  dataOf(
    mux.system.webhooks.list({ limit: 100 }, { signal }),
    listOf(objectOf({ id: isText })),
    'a list of webhooks',
  );

/** Checks the account at Mux: permissions, signing key, webhook and playback restrictions. */
export function mediaChecks(config: Config, mux: Mux): readonly Check[] {
  return [
    tokenCheck(config, mux),
    signingCheck(config, mux),
    webhookCheck(config, mux),
    restrictionCheck(config, mux),
  ];
}

const tokenCheck = ({ isProduction }: Config, mux: Mux): Check => ({
  id: 'media-token',
  title: 'Mux access token',
  async run(signal) {
    const { permissions } = await callMux(() =>
      dataOf<{ readonly permissions: readonly string[] }>(
        mux.system.utilities.whoami({ signal }),
        objectOf({ permissions: listOf(isText) }),
        'the permissions of the token',
      ),
    );
    if (!permissions.includes(REQUIRED_PERMISSION))
      return permissionMissing(permissions.join(', ') || 'none');
    const writing = permissions.filter((permission) => permission.endsWith(':write'));
    return isProduction && writing.length > 0
      ? warning('MEDIA_TOKEN_TOO_POWERFUL', {
          expected: 'a token that only reads',
          actual: writing.join(', '),
          fix: 'create an access token with the permissions Mux Video: Read and System: Read',
        })
      : ok(permissions.join(', '));
  },
});

const signingCheck = ({ media }: Config, mux: Mux): Check => ({
  id: 'media-signing-key',
  title: 'Mux signing key',
  async run(signal) {
    const signedId = await findSignedPlaybackId(mux, signal);
    const { signingKey } = media;
    if (!signingKey)
      return signedId === undefined
        ? ok('none, and no video needs one')
        : failure('MEDIA_SIGNING_KEY_MISSING', {
            expected: 'a signing key for videos with the signed playback policy',
            actual: 'none',
            fix: `set MUX_SIGNING_KEY and MUX_PRIVATE_KEY to a key of ${DASHBOARD} → Signing keys`,
          });
    try {
      await dataOf(
        mux.system.signingKeys.retrieve(signingKey.id, { signal }),
        objectOf({ id: isText }),
        'a signing key',
      );
    } catch (error) {
      // A token without the permission System: Read cannot read keys; the signed URL below decides.
      if (statusOf(error) !== 403)
        await callMux(() => Promise.reject(error), {
          404: failure('MEDIA_SIGNING_KEY_UNKNOWN', {
            expected: 'a signing key of the environment',
            actual: 'no key with the id in MUX_SIGNING_KEY',
            fix: `set MUX_SIGNING_KEY and MUX_PRIVATE_KEY to a key of ${DASHBOARD} → Signing keys`,
          }),
        });
    }
    const { sign } = createMediaClient(media);
    if (signedId === undefined || !sign) return ok('known; no video needs it');
    const token = await sign(signedId, { type: 'video', params: {}, expiresIn: TOKEN_SECONDS });
    const { status } = await callProvider('media', () =>
      fetch(`${media.streamUrl}/${signedId}.m3u8?token=${token}`, { redirect: 'error', signal }),
    );
    return status === 200
      ? ok('known; it signs URLs that play')
      : failure('MEDIA_SIGNATURE_REJECTED', {
          expected: 'a signed URL that plays (200)',
          actual: `status ${status}`,
          fix:
            status === 404 && media.baseUrl !== undefined
              ? `the emulator has no file of this video: add media/<asset id>/ to the folder SEED_DIR (docs/emulators.md), or ignore this on a machine without media files`
              : 'MUX_SIGNING_KEY and MUX_PRIVATE_KEY must belong together; check also the clock of this machine',
        });
  },
});

/** Returns a signed playback id of a ready asset among the newest assets. */
async function findSignedPlaybackId(mux: Mux, signal: AbortSignal): Promise<string | undefined> {
  const assets = await callMux(() =>
    dataOf<readonly Mux.Video.Asset[]>(
      mux.video.assets.list({ limit: 100 }, { signal }),
      listOf(objectOf({ id: isText })),
      'a list of assets',
    ),
  );
  return assets
    .filter(({ status }) => status === 'ready')
    .flatMap(({ playback_ids }) => playback_ids ?? [])
    .find(({ policy }) => policy === 'signed')?.id;
}

const webhookCheck = (config: Config, mux: Mux): Check => ({
  id: 'media-webhook',
  title: 'Mux webhook',
  async run(signal) {
    if (config.media.webhookSecret === undefined)
      return ok('none: MUX_WEBHOOK_SECRET is not set, and assets are read again every few minutes');
    const unreadable = warning('MEDIA_WEBHOOKS_UNREADABLE', {
      expected: 'an access token that may read webhooks (System: Read)',
      actual: 'a token without that permission',
      fix: `add the permission, or check the webhook at ${DASHBOARD} → Webhooks`,
    });
    const webhooks = await callMux(() => muxWebhooks(mux, signal), { 403: unreadable });
    const url = webhookUrl(config, 'media');
    const found = webhooks.find(({ address }) => address === url);
    if (!found)
      return failure('MEDIA_WEBHOOK_MISSING', {
        expected: `a webhook to ${url}`,
        actual: 'none',
        fix: 'run trivium setup webhooks, which creates it',
      });
    return found.enabled
      ? ok(url)
      : failure('MEDIA_WEBHOOK_DISABLED', {
          expected: `the webhook to ${url} enabled`,
          actual: 'disabled',
          fix: 'run trivium setup webhooks, which enables it',
        });
  },
});

const restrictionCheck = ({ publicUrl }: Config, mux: Mux): Check => ({
  id: 'media-restrictions',
  title: 'Mux playback restrictions',
  async run(signal) {
    const restrictions = await callMux(() =>
      dataOf<readonly Mux.Video.PlaybackRestriction[]>(
        mux.video.playbackRestrictions.list({ limit: 100 }, { signal }),
        listOf(objectOf({ id: isText, referrer: isObject })),
        'a list of playback restrictions',
      ),
    );
    const { hostname } = new URL(publicUrl);
    const matching = restrictions.find(({ referrer }) =>
      (referrer.allowed_domains ?? []).some((domain) => matchesDomain(hostname, domain)),
    );
    return matching
      ? warning('MEDIA_RESTRICTION_UNUSED', {
          expected: `no playback restriction for ${hostname}, because signed URLs of the gateway name none`,
          actual: `the restriction ${matching.id}`,
          fix: 'do not rely on it: it does not protect the videos of this gateway; a URL works for half an hour longer than its video lasts',
        })
      : ok(restrictions.length === 0 ? 'none' : `${restrictions.length}, none for ${hostname}`);
  },
});

const matchesDomain = (hostname: string, domain: string): boolean =>
  domain.startsWith('*.') ? hostname.endsWith(domain.slice(1)) : hostname === domain;
