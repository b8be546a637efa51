import { evaluate, parse } from 'groq-js';
import type { Config } from '../../config/config.ts';
import type { SanityWebhook } from './accounts.ts';

/** Returns the address of the gateway that receives the webhooks of a provider. */
export const webhookUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, provider: 'content' | 'media'): string =>
  `${publicUrl}/webhooks/${provider}`;

/** Returns the webhook of documents of a dataset with an address. */
export const findWebhook = (
  webhooks: readonly SanityWebhook[],
  address: string,
  dataset: string,
): SanityWebhook | undefined =>
  webhooks.find(
    ({ url, type, dataset: of }) => url === address && type !== 'transaction' && ['*', dataset].includes(of),
  );

/** The operations that change what readers see. */
export const WEBHOOK_OPERATIONS = ['create', 'update', 'delete'] as const;

/**
 * Returns the `_type`s whose published documents do not pass the filter of a webhook. The documents of the evaluation have no
 * attributes of their own, because every document has to pass.
 * @throws Error for a filter that is not GROQ
 */
export async function typesExcludedBy(
  filter: string,
  documentTypes: readonly string[],
): Promise<readonly string[]> {
  const tree = parse(filter, { mode: 'delta' });
  const passes = await Promise.all(
    documentTypes.map(async (type) => (await evaluateFor(type, tree)) === true),
  );
  return documentTypes.filter((_type, i) => !passes[i]);
}

/**
 * Returns the attributes among `_id` and `_type` that a projection omits.
 * @throws Error for a projection that is not GROQ
 */
export async function attributesOmittedBy(projection: string): Promise<readonly string[]> {
  const value = await evaluateFor('example', parse(projection, { mode: 'delta' }));
  return ['_id', '_type'].filter((name) => (value as Record<string, unknown> | null)?.[name] === undefined);
}

/** Evaluates an expression for the update of a document. */
async function evaluateFor(type: string, tree: ReturnType<typeof parse>): Promise<unknown> {
  const before = { _id: 'example', _type: type, _rev: 'a', _updatedAt: '2025-01-01T00:00:00Z' };
  const after = { ...before, _rev: 'b', _updatedAt: '2025-01-02T00:00:00Z' };
  const value = await evaluate(tree, { root: after, before, after, dataset: [] });
  return value.get();
}
