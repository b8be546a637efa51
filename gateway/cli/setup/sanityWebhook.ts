import type { Config } from '../../config/config.ts';
import type { Model } from '../../core/model/model.ts';
import { translationTypes } from '../../core/model/translations.ts';
import { IMAGE_ASSET, VIDEO_ASSET } from '../../core/model/unionMembers.ts';
import type { NewSanityWebhook, SanityAccount, SanityWebhook } from '../doctor/accounts.ts';
import { statusOf } from '../doctor/providerCall.ts';
import { findWebhook, WEBHOOK_OPERATIONS, webhookUrl } from '../doctor/webhooks.ts';
import type { WebhookSetup } from './webhookSetup.ts';

/** The types of the documents of images and videos, on which other documents depend. */
const assetTypes = ({ providers }: Config): readonly string[] => [
  IMAGE_ASSET,
  ...(providers.includes('media') ? [VIDEO_ASSET] : []),
];
/** Headers of a delivery are not signed, so the body has everything that the gateway reads. */
const PROJECTION = '{_id, _type, _rev, _updatedAt, "operation": delta::operation()}';
const NAME = 'Trivium';
export const SECRET_MISSING =
  'SANITY_WEBHOOK_SECRET: expected a secret for the signatures, got none; set it to a random text, for example of `openssl rand -hex 32`, here and for the gateway';

/**
 * Registers the webhook at Sanity: creates it, or replaces the webhook with the same address if it differs.
 * @throws Error without a secret, or with the steps by hand for a token without the right; the error of the SDK
 */
export async function setUpSanityWebhook(
  config: Config,
  account: SanityAccount,
  model: Model,
  { isDryRun, print, signal }: WebhookSetup,
): Promise<void> {
  const { webhookSecret, dataset } = config.content;
  if (webhookSecret === undefined) throw new Error(SECRET_MISSING);
  const wanted = newWebhook(config, model, webhookSecret);
  const webhooks = await account.webhooks(signal).catch((error: unknown) => {
    throw [401, 403].includes(statusOf(error) ?? 0) ? new Error(manualSteps(wanted)) : error;
  });
  const found = findWebhook(webhooks, wanted.url, dataset);
  const differences = found ? differentParts(found, wanted) : [];
  if (found && differences.length === 0) {
    print(`Sanity: the webhook ${found.id} to ${wanted.url} is as it should be`);
    return;
  }
  const action = found ? `replace ${found.id} (${differences.join(', ')})` : 'create';
  if (isDryRun) {
    print(`Sanity: would ${action}: ${wanted.url}, ${wanted.rule?.on?.join(', ')}, ${wanted.rule?.filter}`);
    return;
  }
  const { id } = found
    ? await account.replaceWebhook(found.id, { ...wanted, dataset: found.dataset }, signal)
    : await account.createWebhook(wanted, signal);
  print(`Sanity: ${found ? 'replaced' : 'created'} the webhook ${id} to ${wanted.url}`);
}

function newWebhook(config: Config, model: Model, secret: string): NewSanityWebhook {
  const types = [
    ...new Set([...model.typeOfDocument.keys(), ...translationTypes(model), ...assetTypes(config)]),
  ].sort();
  return {
    type: 'document',
    name: NAME,
    description: 'Invalidates caches and updates the search index of Trivium.',
    url: webhookUrl(config, 'content'),
    dataset: config.content.dataset,
    apiVersion: `v${config.content.apiVersion}`,
    httpMethod: 'POST',
    includeDrafts: false,
    includeAllVersions: false,
    rule: {
      on: [...WEBHOOK_OPERATIONS],
      filter: `_type in [${types.map((type) => JSON.stringify(type)).join(', ')}]`,
      projection: PROJECTION,
    },
    secret,
    isDisabledByUser: false,
  };
}

/** Returns the parts of a webhook that differ, without their values: one of them is the secret. */
function differentParts(found: SanityWebhook, wanted: NewSanityWebhook): readonly string[] {
  const sorted = (values: readonly string[] | null | undefined) => [...(values ?? [])].sort().join();
  return [
    ...(sorted(found.rule?.on) === sorted(wanted.rule?.on) ? [] : ['triggers']),
    ...(found.rule?.filter === wanted.rule?.filter ? [] : ['filter']),
    ...(found.rule?.projection === wanted.rule?.projection ? [] : ['projection']),
    ...(typeof found.secret === 'string' && found.secret !== wanted.secret ? ['secret'] : []),
    ...(found.isDisabledByUser || found.isDisabled ? ['disabled'] : []),
  ];
}

const manualSteps = ({ url, dataset, rule }: NewSanityWebhook): string =>
  [
    'Sanity: the token may not manage webhooks. Set SANITY_MANAGEMENT_TOKEN to a token with the role Administrator,',
    'or create the webhook by hand:',
    '  1. open manage.sanity.io → the project → API → Webhooks → Create webhook',
    `  2. URL ${url}, dataset ${dataset}, trigger on create, update and delete`,
    `  3. Filter ${rule?.filter}`,
    `  4. Projection ${rule?.projection}`,
    '  5. Secret: the value of SANITY_WEBHOOK_SECRET; leave drafts and versions off',
  ].join('\n');
