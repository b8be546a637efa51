import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest } from '../api/apiError.ts';
import { boolean, oneOf, stringList } from '../api/parameterParsers.ts';
import { readParameters } from '../api/searchParameters.ts';
import { applyFilters, parseRequestFilters } from '../filters/applyFilters.ts';
import { isObject } from '../index/attributes.ts';
import { applyBatch, type BatchAction, parseBatch } from '../index/batch.ts';
import { COPY_SCOPES, type CopyScope, type Store } from '../index/store.ts';
import { requireIndex } from './apiKeys.ts';
import { permissionsOf } from './auth.ts';

const DELETE_BY_PARAMETERS = [
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

/** Registers the routes that change records and indices. Each response contains the id of its task. */
export function writeRoutes(app: FastifyInstance, store: Store, maxRecordBytes: number): void {
  const adding = { config: { acl: 'addObject' } } as const;
  const deletingObjects = { config: { acl: 'deleteObject' } } as const;
  const deletingIndices = { config: { acl: 'deleteIndex' } } as const;
  const nameOf = (request: FastifyRequest) => (request.params as { indexName: string }).indexName;
  const idOf = (request: FastifyRequest) => (request.params as { objectID: string }).objectID;
  const one = (request: FastifyRequest, action: string, body: Record<string, unknown>) =>
    applyBatch(store, [{ action, indexName: nameOf(request), body }], { maxRecordBytes, inBatch: false })[0];

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
    const creates = boolean(createIfNotExists, 'createIfNotExists');
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
    const isMultiIndex = indexName === '*';
    const actions = parseBatch(request.body, isMultiIndex ? undefined : indexName);
    if (isMultiIndex) for (const action of actions) requireIndex(permissionsOf(request), action.indexName);
    const objectIDs = applyBatch(store, actions, { maxRecordBytes, inBatch: true });
    return { taskID: isMultiIndex ? tasksOf(store, actions) : store.newTask(), objectIDs };
  });

  app.post('/1/indexes/:indexName/deleteByQuery', deletingIndices, (request) => {
    deleteBy(store, nameOf(request), request.body);
    return { updatedAt: now(), taskID: store.newTask() };
  });
  app.post('/1/indexes/:indexName/clear', deletingIndices, (request) => {
    store.getOrCreate(nameOf(request)).clear();
    return { updatedAt: now(), taskID: store.newTask() };
  });
  app.delete('/1/indexes/:indexName', deletingIndices, (request) => {
    store.delete(nameOf(request));
    return { deletedAt: now(), taskID: store.newTask() };
  });

  app.post('/1/indexes/:indexName/operation', adding, (request) => {
    copyOrMove(store, nameOf(request), request);
    return { updatedAt: now(), taskID: store.newTask() };
  });
}

function recordOf(request: FastifyRequest): Record<string, unknown> {
  if (!isObject(request.body)) throw badRequest('Invalid record, expected a JSON object');
  return request.body;
}

function tasksOf(store: Store, actions: readonly BatchAction[]): Record<string, number> {
  const names = new Set(actions.map((action) => action.indexName));
  return Object.fromEntries([...names].map((name) => [name, store.newTask()]));
}

function deleteBy(store: Store, indexName: string, body: unknown): void {
  const fields = isObject(body) ? body : {};
  const unknown = Object.keys(fields).filter(
    (name) => name !== 'params' && !DELETE_BY_PARAMETERS.includes(name),
  );
  const parameters = readParameters(fields);
  const filters = parseRequestFilters(parameters);
  if (unknown.length > 0 || filters.required.length === 0)
    throw badRequest(
      'DeleteBy endpoint only supports tagFilters, facetFilters, numericFilters and geoQuery condition, and at least one of them',
    );
  const index = store.find(indexName);
  if (!index) return;
  const { mask } = applyFilters(index, filters, false);
  const deletedIds = index.records.flatMap((record, slot) =>
    record && mask[slot] === 1 ? [record.objectID] : [],
  );
  for (const objectID of deletedIds) index.delete(objectID);
}

function copyOrMove(store: Store, from: string, request: FastifyRequest): void {
  const { operation, destination, scope } = isObject(request.body) ? request.body : {};
  const kind = oneOf('copy', 'move')(operation, 'operation');
  if (typeof destination !== 'string')
    throw badRequest('Invalid operation, expected a destination index name');
  requireIndex(permissionsOf(request), destination);
  const scopes = scope === undefined || scope === null ? undefined : stringList(scope, 'scope');
  const unknown = scopes?.find((name) => !(COPY_SCOPES as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw badRequest(`Invalid scope ${JSON.stringify(unknown)}, expected ${COPY_SCOPES.join(', ')}`);
  if (kind === 'copy') store.copy(from, destination, scopes as CopyScope[] | undefined);
  else store.move(from, destination);
}
