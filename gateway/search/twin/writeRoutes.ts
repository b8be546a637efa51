import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rightsOf } from './access.ts';
import { isObject } from './attributes.ts';
import { applyFilters, readFilters } from './filter.ts';
import { requireIndex } from './keys.ts';
import { readParameters } from './parameters.ts';
import { flag, oneOf, texts } from './readers.ts';
import { badRequest } from './refusal.ts';
import { SCOPES, type Scope, type Store } from './store.ts';
import { type Action, carryOut, readActions } from './writes.ts';

const DELETE_BY = [
  'filters',
  'facetFilters',
  'numericFilters',
  'tagFilters',
  'aroundLatLng',
  'aroundRadius',
  'insideBoundingBox',
  'insidePolygon',
];

const now = () => new Date().toISOString();

/** The routes that change records and indices. Each answers with the id of its task. */
export function writeRoutes(app: FastifyInstance, store: Store, sizeLimit: number): void {
  const adding = { config: { acl: 'addObject' } } as const;
  const deletingObjects = { config: { acl: 'deleteObject' } } as const;
  const deletingIndices = { config: { acl: 'deleteIndex' } } as const;
  const nameOf = (request: FastifyRequest) => (request.params as { indexName: string }).indexName;
  const idOf = (request: FastifyRequest) => (request.params as { objectID: string }).objectID;
  const one = (request: FastifyRequest, action: string, body: Record<string, unknown>) =>
    carryOut(store, [{ action, indexName: nameOf(request), body }], { sizeLimit, inBatch: false })[0];

  app.post('/1/indexes/:indexName', adding, (request, reply) => {
    const objectID = one(request, 'addObject', recordOf(request));
    return reply.code(201).send({ createdAt: now(), taskID: store.newTask(), objectID });
  });
  app.put('/1/indexes/:indexName/:objectID', adding, (request) => {
    const objectID = one(request, 'updateObject', { ...recordOf(request), objectID: idOf(request) });
    return { updatedAt: now(), taskID: store.newTask(), objectID };
  });
  app.post('/1/indexes/:indexName/:objectID/partial', adding, (request) => {
    const { createIfNotExists = true } = request.query as Record<string, unknown>;
    const creates = flag(createIfNotExists, 'createIfNotExists');
    const action = creates ? 'partialUpdateObject' : 'partialUpdateObjectNoCreate';
    const objectID = one(request, action, { ...recordOf(request), objectID: idOf(request) });
    return { updatedAt: now(), taskID: store.newTask(), objectID };
  });
  app.delete('/1/indexes/:indexName/:objectID', deletingObjects, (request) => {
    one(request, 'deleteObject', { objectID: idOf(request) });
    return { deletedAt: now(), taskID: store.newTask() };
  });

  app.post('/1/indexes/:indexName/batch', adding, (request) => {
    const indexName = nameOf(request);
    const several = indexName === '*';
    const actions = readActions(request.body, several ? undefined : indexName);
    if (several) for (const action of actions) requireIndex(rightsOf(request), action.indexName);
    const objectIDs = carryOut(store, actions, { sizeLimit, inBatch: true });
    return { taskID: several ? tasksOf(store, actions) : store.newTask(), objectIDs };
  });

  app.post('/1/indexes/:indexName/deleteByQuery', deletingIndices, (request) => {
    deleteBy(store, nameOf(request), request.body);
    return { updatedAt: now(), taskID: store.newTask() };
  });
  app.post('/1/indexes/:indexName/clear', deletingIndices, (request) => {
    store.forWriting(nameOf(request)).clear();
    return { updatedAt: now(), taskID: store.newTask() };
  });
  app.delete('/1/indexes/:indexName', deletingIndices, (request) => {
    store.delete(nameOf(request));
    return { deletedAt: now(), taskID: store.newTask() };
  });

  app.post('/1/indexes/:indexName/operation', adding, (request) => {
    operate(store, nameOf(request), request);
    return { updatedAt: now(), taskID: store.newTask() };
  });
}

function recordOf(request: FastifyRequest): Record<string, unknown> {
  if (!isObject(request.body)) throw badRequest('Invalid record, expected a JSON object');
  return request.body;
}

function tasksOf(store: Store, actions: readonly Action[]): Record<string, number> {
  const names = new Set(actions.map((action) => action.indexName));
  return Object.fromEntries([...names].map((name) => [name, store.newTask()]));
}

function deleteBy(store: Store, indexName: string, body: unknown): void {
  const given = isObject(body) ? body : {};
  const unknown = Object.keys(given).filter((name) => name !== 'params' && !DELETE_BY.includes(name));
  const parameters = readParameters(given);
  const filters = readFilters(parameters);
  if (unknown.length > 0 || filters.required.length === 0)
    throw badRequest(
      'DeleteBy endpoint only supports tagFilters, facetFilters, numericFilters and geoQuery condition, and at least one of them',
    );
  const index = store.find(indexName);
  if (!index) return;
  const { mask } = applyFilters(index, filters, false);
  const doomed = index.records.flatMap((record, slot) =>
    record && mask[slot] === 1 ? [record.objectID] : [],
  );
  for (const objectID of doomed) index.delete(objectID);
}

function operate(store: Store, from: string, request: FastifyRequest): void {
  const { operation, destination, scope } = isObject(request.body) ? request.body : {};
  const kind = oneOf('copy', 'move')(operation, 'operation');
  if (typeof destination !== 'string')
    throw badRequest('Invalid operation, expected a destination index name');
  requireIndex(rightsOf(request), destination);
  const scopes = scope === undefined || scope === null ? undefined : texts(scope, 'scope');
  const unknown = scopes?.find((name) => !(SCOPES as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw badRequest(`Invalid scope ${JSON.stringify(unknown)}, expected ${SCOPES.join(', ')}`);
  if (kind === 'copy') store.copy(from, destination, scopes as Scope[] | undefined);
  else store.move(from, destination);
}
