import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type Mux from '@mux/mux-node';
import type { Config } from '../../config/config.ts';
import { isText, objectOf } from '../../core/validators.ts';
import { dataOf } from '../doctor/accounts.ts';
import { muxWebhooks } from '../doctor/mediaChecks.ts';
import { statusOf } from '../doctor/providerCall.ts';
import { webhookUrl } from '../doctor/webhooks.ts';
import type { WebhookSetup } from './webhookSetup.ts';

interface MuxWebhookSetup extends WebhookSetup {
  /** Receives the secret of a new webhook, which Mux returns only once. */
  readonly secretFile: string;
}

/**
 * Registers the webhook at Mux: creates it, or enables the webhook with the same address. The secret of a new webhook is written to
 * a file that only this user can read.
 * @throws Error if the file exists, or with the steps by hand for a token without the right; the error of the SDK
 */
export async function setUpMuxWebhook(
  config: Config,
  mux: Mux,
  { isDryRun, print, signal, secretFile }: MuxWebhookSetup,
): Promise<void> {
  const address = webhookUrl(config, 'media');
  try {
    const webhooks = await muxWebhooks(mux, signal);
    const found = webhooks.find((webhook) => webhook.address === address);
    if (found) await enable(mux, found, config, { isDryRun, print, signal });
    else if (isDryRun) print(`Mux: would create: ${address}, and write its secret to ${secretFile}`);
    else await create(mux, address, { print, signal, secretFile });
  } catch (error) {
    throw statusOf(error) === 403 ? new Error(manualSteps(address)) : error;
  }
}

async function enable(
  mux: Mux,
  { id, address, enabled }: { id: string; address: string; enabled: boolean },
  { media }: Config,
  { isDryRun, print, signal }: WebhookSetup,
): Promise<void> {
  if (enabled) print(`Mux: the webhook ${id} to ${address} is as it should be`);
  else if (isDryRun) print(`Mux: would enable ${id}: ${address}`);
  else {
    await dataOf(
      mux.system.webhooks.update(id, { enabled: true }, { signal }),
      objectOf({ id: isText }),
      'a webhook',
    );
    print(`Mux: enabled the webhook ${id} to ${address}`);
  }
  if (media.webhookSecret === undefined)
    print(
      'Mux: MUX_WEBHOOK_SECRET is not set; copy it from dashboard.mux.com → Settings → Webhooks, because the API returns it only when a webhook is created',
    );
}

async function create(
  mux: Mux,
  address: string,
  { print, signal, secretFile }: Omit<MuxWebhookSetup, 'isDryRun'>,
): Promise<void> {
  if (existsSync(secretFile))
    throw new Error(
      `${secretFile}: expected no such file, got one; move it away, because the secret of the new webhook is written there`,
    );
  mkdirSync(dirname(secretFile), { recursive: true, mode: 0o700 });
  // The file must be writable before the webhook exists: Mux does not return the secret again.
  writeFileSync(secretFile, '', { mode: 0o600, flag: 'wx' });
  try {
    const { id, signing_secret: secret } = await dataOf<{
      readonly id: string;
      readonly signing_secret: string;
    }>(
      mux.system.webhooks.create({ address }, { signal }),
      objectOf({ id: isText, signing_secret: isText }),
      'a webhook with its secret',
    );
    writeFileSync(secretFile, `${secret}\n`);
    print(`Mux: created the webhook ${id} to ${address}`);
  } catch (error) {
    rmSync(secretFile);
    throw error;
  }
  print(
    `Mux: its secret is in ${secretFile}; set MUX_WEBHOOK_SECRET_FILE to that path, and restart the gateway`,
  );
}

const manualSteps = (address: string): string =>
  [
    'Mux: the access token may not manage webhooks (System: Write). Create the webhook by hand:',
    '  1. open dashboard.mux.com → Settings → Webhooks and select the environment of MUX_TOKEN_ID',
    `  2. Create new webhook, with the URL ${address}`,
    '  3. Show signing secret, and set MUX_WEBHOOK_SECRET to it',
  ].join('\n');
