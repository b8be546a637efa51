import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest } from '../api/apiError.ts';
import { boolean, oneOf, stringList } from '../api/parameterParsers.ts';
import { readParameters } from '../api/searchParameters.ts';
import { createRecordFilter, parseRequestFilters, type RequestFilters } from '../filters/applyFilters.ts';
import { isObject } from '../index/attributes.ts';
import { applyBatch, createAction, parseBatch } from '../index/batch.ts';
import type { Indices } from '../index/indices.ts';
import { requirePrimary } from '../index/replicas.ts';
import { COPY_SCOPES, type CopyScope, type IndexStore } from '../index/store.ts';
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
export function writeRoutes(app: FastifyInstance, indices: Indices, maxRecordBytes: number): void {
  const adding = { config: { acl: 'addObject' } } as const;
  const deletingObjects = { config: { acl: 'deleteObject' } } as const;
  const deletingIndices = { config: { acl: 'deleteIndex' } } as const;
  const nameOf = (request: FastifyRequest) => (request.params as { indexName: string }).indexName;
  const idOf = (request: FastifyRequest) => (request.params as { objectID: string }).objectID;
  /** Applies one action to the index of a request. @returns the id of the record and of the task */
  const one = (request: FastifyRequest, name: string, body: Record<string, unknown>) => {
    const action = createAction(name, nameOf(request), body);
    const options = { maxRecordBytes, inBatch: false };
    const { taskID, result } = indices.write((store) => applyBatch(store, [action], options));
    return { taskID, objectID: result[0] };
  };

  app.post('/1/indexes/:indexName', adding, (request, reply) =>
    reply.code(201).send({ createdAt: now(), ...one(request, 'addObject', recordOf(request)) }),
  );
  app.put('/1/indexes/:indexName/:objectID', adding, (request) => ({
    updatedAt: now(),
    ...one(request, 'updateObject', { ...recordOf(request), objectID: idOf(request) }),
  }));
  app.post('/1/indexes/:indexName/:objectID/partial', adding, (request) => {
    const { createIfNotExists = true } = request.query as Record<string, unknown>;
    const creates = boolean(createIfNotExists, 'createIfNotExists');
    const action = creates ? 'partialUpdateObject' : 'partialUpdateObjectNoCreate';
    return { updatedAt: now(), ...one(request, action, { ...recordOf(request), objectID: idOf(request) }) };
  });
  app.delete('/1/indexes/:indexName/:objectID', deletingObjects, (request) => {
    const { taskID } = one(request, 'deleteObject', { objectID: idOf(request) });
    return { deletedAt: now(), taskID };
  });

  app.post('/1/indexes/:indexName/batch', adding, (request) => {
    const indexName = nameOf(request);
    const isMultiIndex = indexName === '*';
    const actions = parseBatch(request.body, isMultiIndex ? undefined : indexName);
    const names = new Set(actions.map((action) => action.indexName));
    if (isMultiIndex) for (const name of names) requireIndex(permissionsOf(request), name);
    const options = { maxRecordBytes, inBatch: true };
    const { taskID, result } = indices.write((store) => applyBatch(store, actions, options));
    return {
      taskID: isMultiIndex ? Object.fromEntries([...names].map((name) => [name, taskID])) : taskID,
      objectIDs: result,
    };
  });

  app.post('/1/indexes/:indexName/deleteByQuery', deletingIndices, (request) => {
    const filters = readDeleteFilters(request.body);
    const { taskID } = indices.write((store) => deleteBy(store, nameOf(request), filters));
    return { updatedAt: now(), taskID };
  });
  app.post('/1/indexes/:indexName/clear', deletingIndices, (request) => {
    const { taskID } = indices.write((store) => {
      requirePrimary(store.find(nameOf(request)), 'a clear request');
      store.getOrCreate(nameOf(request)).clear();
    });
    return { updatedAt: now(), taskID };
  });
  app.delete('/1/indexes/:indexName', deletingIndices, (request) => {
    const { taskID } = indices.write((store) => store.delete(nameOf(request)));
    return { deletedAt: now(), taskID };
  });

  app.post('/1/indexes/:indexName/operation', adding, (request) => {
    const { kind, destination, scope } = readOperation(request);
    const { taskID } = indices.write((store) =>
      kind === 'copy'
        ? store.copy(nameOf(request), destination, scope)
        : store.move(nameOf(request), destination),
    );
    return { updatedAt: now(), taskID };
  });
}

function recordOf(request: FastifyRequest): Record<string, unknown> {
  if (!isObject(request.body)) throw badRequest('Invalid record, expected a JSON object');
  return request.body;
}

function readDeleteFilters(body: unknown): RequestFilters {
  const fields = isObject(body) ? body : {};
  const unknown = Object.keys(fields).filter(
    (name) => name !== 'params' && !DELETE_BY_PARAMETERS.includes(name),
  );
  const filters = parseRequestFilters(readParameters(fields));
  if (unknown.length > 0 || filters.required.length === 0)
    throw badRequest(
      'DeleteBy endpoint only supports tagFilters, facetFilters, numericFilters and geoQuery condition, and at least one of them',
    );
  return filters;
}

function deleteBy(store: IndexStore, indexName: string, filters: RequestFilters): void {
  const index = store.find(indexName);
  requirePrimary(index, 'a delete by query request');
  if (!index) return;
  const filter = createRecordFilter(index, filters, false);
  for (const record of index.records.values())
    if (filter(record) !== undefined) index.delete(record.data.objectID);
}

function readOperation(request: FastifyRequest) {
  const { operation, destination, scope } = isObject(request.body) ? request.body : {};
  const kind = oneOf('copy', 'move')(operation, 'operation');
  if (typeof destination !== 'string')
    throw badRequest('Invalid operation, expected a destination index name');
  requireIndex(permissionsOf(request), destination);
  const scopes = scope === undefined || scope === null ? undefined : stringList(scope, 'scope');
  const unknown = scopes?.find((name) => !(COPY_SCOPES as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw badRequest(`Invalid scope ${JSON.stringify(unknown)}, expected ${COPY_SCOPES.join(', ')}`);
  return { kind, destination, scope: scopes as CopyScope[] | undefined };
}
