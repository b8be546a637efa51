import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Environment } from '../../config/environment.ts';
import { readConfig } from '../../config/readConfig.ts';
import { readTypeDefs } from '../../graphql/schema/buildSchema.ts';
import { createRedact } from '../../services/telemetry/redact.ts';
import { openMuxAccount, openSanityAccount } from '../doctor/accounts.ts';
import { isLocalHostname } from '../doctor/isLocalHostname.ts';
import { tokenRejected } from '../doctor/mediaChecks.ts';
import { statusOf, unexpectedFailure } from '../doctor/providerCall.ts';
import { createWaitNotice } from '../waitNotice.ts';
import { setUpMuxWebhook } from './muxWebhook.ts';
import { setUpSanityWebhook } from './sanityWebhook.ts';
import type { WebhookSetup } from './webhookSetup.ts';

const TIMEOUT_MS = 30_000;

interface SetupOptions extends Pick<WebhookSetup, 'isDryRun' | 'print'> {
  /** File for the secret of a new Mux webhook. Default: `mux-webhook-secret` in the state folder. */
  readonly muxSecretFile?: string | undefined;
}

/**
 * Registers the webhooks of both providers. A failure at one of them does not prevent the other.
 * @returns the messages of the failures, without secrets
 * @throws ConfigError, ModelError; Error for an address that the providers cannot reach
 */
export async function setUpWebhooks(
  env: Environment,
  { isDryRun, print, muxSecretFile }: SetupOptions,
): Promise<readonly string[]> {
  const config = readConfig(env);
  checkAddress(config);
  const { model } = await readTypeDefs(config.schemaDir, config.providers, config.locales);
  const redact = createRedact(config.secrets);
  using notice = createWaitNotice('the responses of the providers', print);
  const setup: WebhookSetup = {
    isDryRun,
    print: (line) => notice.print(redact(line)),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  const results = await Promise.allSettled([
    setUpSanityWebhook(config, openSanityAccount(config.content), model, setup),
    ...(config.providers.includes('media')
      ? [
          setUpMuxWebhook(config, openMuxAccount(config.media), {
            ...setup,
            secretFile: muxSecretFile ?? join(config.stateDir, 'mux-webhook-secret'),
          }),
        ]
      : []),
  ]);
  return results.flatMap((result, i) =>
    result.status === 'rejected' ? [redact(failureOf(result.reason, i === 0 ? 'content' : 'media'))] : [],
  );
}

/** Returns what a failure of the setup says. The errors of the SDKs name neither the provider nor a fix. */
function failureOf(error: Error, provider: 'content' | 'media'): string {
  const isOwn = error.constructor === Error && statusOf(error) === undefined && error.cause === undefined;
  if (isOwn) return error.message;
  const isTokenRejected = provider === 'media' && statusOf(error) === 401;
  const { expected, actual, fix } = isTokenRejected ? tokenRejected : unexpectedFailure(provider, error);
  const name = provider === 'content' ? 'Sanity' : 'Mux';
  const words = statusOf(error) === undefined ? '' : ` (${error.message})`;
  return `${name}: expected ${expected}, got ${actual}${words}; ${fix}`;
}

/** @throws Error for an address that the providers cannot reach; emulators reach this machine */
export function checkAddress({ publicUrl, providers, content, media }: Config): void {
  const hosts = [content.apiHost, ...(providers.includes('media') ? [media.baseUrl] : [])];
  const isEmulated = hosts.every((url) => url !== undefined && isLocalHostname(new URL(url).hostname));
  if (isEmulated || !isLocalHostname(new URL(publicUrl).hostname)) return;
  throw new Error(
    `PUBLIC_URL: expected an address that the providers can reach, got ${publicUrl}; set the public https address of the gateway`,
  );
}
