import { badRequest } from '../api/apiError.ts';
import { OPERATIONS, type Operation, type Webhook, type WebhookRecord } from './webhook.ts';

/** The version of GROQ in filters and projections that Sanity uses by default. */
const DEFAULT_API_VERSION = 'v2021-03-25';

const TEXTS = ['name', 'dataset', 'apiVersion', 'description', 'secret', 'filter', 'projection'] as const;
const FLAGS = ['includeDrafts', 'includeAllVersions', 'isDisabledByUser'] as const;

/** Reads a webhook in the format of the emulator. Null is no value. @throws Error for a value of another type */
export function readWebhook(value: unknown): Webhook {
  const given = (value ?? {}) as Record<string, unknown>;
  const read = (names: readonly string[], type: 'string' | 'boolean') =>
    names.flatMap((name) => {
      const attribute = given[name] ?? undefined;
      if (attribute !== undefined && typeof attribute !== type)
        throw new Error(`${name}: expected a ${type}, got ${JSON.stringify(attribute).slice(0, 80)}`);
      return attribute === undefined ? [] : [[name, attribute]];
    });
  return {
    ...Object.fromEntries([...read(['url', ...TEXTS], 'string'), ...read(FLAGS, 'boolean')]),
    ...(given.on !== undefined && given.on !== null && { on: readOperations(given.on) }),
  } as Webhook;
}

function readOperations(on: unknown): Operation[] {
  const isOperation = (value: unknown) => OPERATIONS.includes(value as Operation);
  if (Array.isArray(on) && on.every(isOperation)) return on;
  throw new Error(`on: expected ${OPERATIONS.join(', ')} in a list, got ${JSON.stringify(on)?.slice(0, 80)}`);
}

/** Reads the body of a request that creates or replaces a webhook. @throws Error for an invalid one */
export function readWebhookDescription(body: unknown): Webhook {
  const given = (body ?? {}) as Record<string, unknown>;
  const rule = (given.rule ?? {}) as Record<string, unknown>;
  if (given.type !== undefined && given.type !== 'document')
    throw badRequest(`type: the content emulator supports only document, got ${JSON.stringify(given.type)}`);
  if (given.httpMethod !== undefined && given.httpMethod !== 'POST')
    throw badRequest(
      `httpMethod: the content emulator supports only POST, got ${JSON.stringify(given.httpMethod)}`,
    );
  for (const name of ['name', 'dataset', 'url'])
    if (typeof given[name] !== 'string') throw badRequest(`"${name}" is required`);
  const { filter, projection, on } = rule;
  return readWebhook({ ...given, filter, projection, on });
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
