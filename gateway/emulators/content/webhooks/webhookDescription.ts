import { badRequest } from '../api/apiError.ts';
import { OPERATIONS, type Webhook, type WebhookRecord } from './webhook.ts';

/** The version of GROQ in filters and projections that Sanity uses by default. */
const DEFAULT_API_VERSION = 'v2021-03-25';

/** Reads the body of a request that creates or replaces a webhook. @throws ApiError 400 */
export function readWebhookDescription(body: unknown): Webhook {
  const given = (body ?? {}) as Record<string, unknown>;
  const rule = (given.rule ?? {}) as Record<string, unknown>;
  if (given.type !== undefined && given.type !== 'document')
    throw badRequest(`type: the content emulator supports only document, got ${JSON.stringify(given.type)}`);
  if (given.httpMethod !== undefined && given.httpMethod !== 'POST')
    throw badRequest(
      `httpMethod: the content emulator supports only POST, got ${JSON.stringify(given.httpMethod)}`,
    );
  const text = (source: Record<string, unknown>, name: string) => {
    const value = source[name] ?? undefined;
    if (value !== undefined && typeof value !== 'string')
      throw badRequest(`${name}: expected a string, got ${JSON.stringify(value).slice(0, 80)}`);
    return value === undefined ? {} : { [name]: value };
  };
  for (const name of ['name', 'dataset', 'url'])
    if (typeof given[name] !== 'string') throw badRequest(`"${name}" is required`);
  return {
    url: given.url as string,
    ...text(given, 'name'),
    ...text(given, 'dataset'),
    ...text(given, 'apiVersion'),
    ...text(given, 'description'),
    ...text(given, 'secret'),
    ...text(rule, 'filter'),
    ...text(rule, 'projection'),
    ...(Array.isArray(rule.on) && { on: rule.on }),
    ...(given.includeDrafts === true && { includeDrafts: true }),
    ...(given.includeAllVersions === true && { includeAllVersions: true }),
    ...(given.isDisabledByUser === true && { isDisabledByUser: true }),
  };
}

/** Returns a webhook as the API returns it (https://www.sanity.io/docs/http-reference/webhooks). */
export function describeWebhook(
  { id, createdAt, webhook }: WebhookRecord,
  projectId: string,
): Record<string, unknown> {
  const { url, on, filter, projection, includeDrafts, includeAllVersions } = webhook;
  return {
    type: 'document',
    rule: { on: on ?? OPERATIONS, filter: filter ?? null, projection: projection ?? null },
    apiVersion: webhook.apiVersion ?? DEFAULT_API_VERSION,
    httpMethod: 'POST',
    includeDrafts: includeDrafts ?? false,
    includeAllVersions: includeAllVersions ?? false,
    headers: {},
    secret: webhook.secret ?? null,
    id,
    name: webhook.name ?? 'Webhook',
    projectId,
    dataset: webhook.dataset ?? '*',
    url,
    createdAt,
    createdByUserId: 'pEmulator',
    isDisabled: false,
    isDisabledByUser: webhook.isDisabledByUser ?? false,
    deletedAt: null,
    description: webhook.description ?? null,
  };
}
