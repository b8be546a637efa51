import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest } from '../api/apiError.ts';
import { hasReleases } from '../api/apiVersion.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { rawPerspective } from '../documents/perspective.ts';
import { applyActions } from '../mutations/actions.ts';
import type { MutateOptions } from '../mutations/applyMutation.ts';
import { mutate } from '../mutations/transaction.ts';
import { searchParamsOf } from './dataRoutes.ts';

/** Maximum size of a mutation body (https://www.sanity.io/docs/content-lake/technical-limits). */
export const MAX_MUTATION_BYTES = 4_000_000;

/** Registers `POST /v{date}/data/mutate/{dataset}` and `…/data/actions/{dataset}`. */
export function mutationRoutes(app: FastifyInstance, dataset: Dataset): void {
  app.post('/:version/data/mutate/:dataset', { bodyLimit: MAX_MUTATION_BYTES }, (request) => {
    dataset.authorize(request, 'write');
    return mutateRequest(request, dataset);
  });
  app.post('/:version/data/actions/:dataset', { bodyLimit: MAX_MUTATION_BYTES }, async (request) => {
    dataset.authorize(request, 'write');
    const transactionId = applyActions(dataset.store, request.body, {
      ...optionsOf(request, dataset),
      archive: dataset.releaseArchive,
      hasReleases: hasReleases(request),
    });
    await dataset.index.settled();
    return { transactionId };
  });
}

function optionsOf(
  request: FastifyRequest,
  dataset: Dataset,
): Pick<MutateOptions, 'identity' | 'sanity' | 'selection'> {
  return {
    identity: dataset.identityOf(request),
    sanity: { projectId: dataset.projectId, dataset: dataset.dataset },
    selection: rawPerspective(hasReleases(request)),
  };
}

async function mutateRequest(request: FastifyRequest, dataset: Dataset) {
  const search = searchParamsOf(request);
  const visibility = search.get('visibility') ?? 'sync';
  if (!['sync', 'async', 'deferred'].includes(visibility))
    throw badRequest('visibility: expected sync, async or deferred');
  const { transactionId, results } = mutate(dataset.store, withTransactionId(request), {
    ...optionsOf(request, dataset),
    dryRun: search.get('dryRun') === 'true',
    autoGenerateArrayKeys: search.get('autoGenerateArrayKeys') === 'true',
  });
  if (visibility === 'sync') await dataset.index.settled();
  const withIds = search.get('returnIds') === 'true';
  const withDocuments = search.get('returnDocuments') === 'true';
  return {
    transactionId,
    results: results.map(({ id, operation, document }) => ({
      ...((withIds || withDocuments) && { id }),
      operation,
      ...(withDocuments && document !== undefined && { document }),
    })),
  };
}

/** Returns the body of a request, with the `transactionId` of the URL if the body has none. */
function withTransactionId(request: FastifyRequest): unknown {
  const transactionId = searchParamsOf(request).get('transactionId');
  return transactionId === null ? request.body : { transactionId, ...(request.body as object) };
}
