import type { Config } from '../../config/config.ts';
import type { Model } from '../../core/model/model.ts';
import { translationTypes } from '../../core/model/translations.ts';
import type { SanityAccount, SanityWebhook } from './accounts.ts';
import { type Check, type CheckOutcome, failure, ok, type ProblemCode, warning } from './check.ts';
import { projectMissing } from './contentChecks.ts';
import { callProvider } from './providerCall.ts';
import {
  attributesOmittedBy,
  findWebhook,
  typesExcludedBy,
  WEBHOOK_OPERATIONS,
  webhookUrl,
} from './webhooks.ts';

const SETUP = 'trivium setup webhooks';

const unreadable = warning('CONTENT_WEBHOOKS_UNREADABLE', {
  expected: 'a token that may read the webhooks of the project',
  actual: 'a token without that right',
  fix: 'run trivium doctor with SANITY_MANAGEMENT_TOKEN, a token with the role Administrator, or check the webhook at manage.sanity.io → API → Webhooks',
});

/** Checks the webhook of the project: address, triggers, filter, projection and secret. */
export const contentWebhookCheck = (config: Config, account: SanityAccount, model: Model): Check => ({
  id: 'content-webhook',
  title: 'Sanity webhook',
  async run(signal) {
    const { dataset, webhookSecret } = config.content;
    if (webhookSecret === undefined)
      return ok('none: SANITY_WEBHOOK_SECRET is not set, and changes come from live events and polling');
    const webhooks = await callProvider('content', () => account.webhooks(signal), {
      401: unreadable,
      403: unreadable,
      404: projectMissing(config.content),
    });
    const url = webhookUrl(config, 'content');
    const found = findWebhook(webhooks, url, dataset);
    if (!found)
      return problem('CONTENT_WEBHOOK_MISSING', `a webhook to ${url} for the dataset ${dataset}`, 'none');
    return checkWebhook(found, webhookSecret, [...model.typeOfDocument.keys(), ...translationTypes(model)]);
  },
});

async function checkWebhook(
  { name, rule, secret, isDisabled, isDisabledByUser }: SanityWebhook,
  expectedSecret: string,
  documentTypes: readonly string[],
): Promise<CheckOutcome> {
  if (isDisabled || isDisabledByUser)
    return failure('CONTENT_WEBHOOK_DISABLED', {
      expected: `the webhook ${name} enabled`,
      actual: 'disabled',
      fix: `enable it at manage.sanity.io → API → Webhooks, or run ${SETUP}`,
    });
  const missing = WEBHOOK_OPERATIONS.filter((operation) => !(rule?.on ?? []).includes(operation));
  if (missing.length > 0)
    return problem(
      'CONTENT_WEBHOOK_TRIGGERS',
      `the triggers ${WEBHOOK_OPERATIONS.join(', ')}`,
      `none for ${missing.join(', ')}`,
    );
  try {
    const excluded = rule?.filter ? await typesExcludedBy(rule.filter, documentTypes) : [];
    if (excluded.length > 0)
      return problem(
        'CONTENT_WEBHOOK_FILTER',
        'a filter that every document of the model passes',
        `a filter that excludes ${excluded.join(', ')}`,
      );
  } catch (error) {
    return problem('CONTENT_WEBHOOK_FILTER', 'a filter in GROQ', (error as Error).message);
  }
  try {
    const omitted = rule?.projection ? await attributesOmittedBy(rule.projection) : [];
    if (omitted.length > 0)
      return problem(
        'CONTENT_WEBHOOK_PROJECTION',
        'a projection with _id and _type',
        `one without ${omitted.join(', ')}`,
      );
  } catch (error) {
    return problem('CONTENT_WEBHOOK_PROJECTION', 'a projection in GROQ', (error as Error).message);
  }
  if (typeof secret === 'string' && secret !== expectedSecret)
    return problem('CONTENT_WEBHOOK_SECRET', 'the secret of SANITY_WEBHOOK_SECRET', 'another one');
  return ok(name);
}

const problem = (code: ProblemCode, expected: string, actual: string): CheckOutcome =>
  failure(code, { expected, actual, fix: `run ${SETUP}, which corrects it` });
