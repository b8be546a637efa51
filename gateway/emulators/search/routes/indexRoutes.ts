import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, badRequest, noSuchObject } from '../api/apiError.ts';
import { boolean, integer, text } from '../api/parameterParsers.ts';
import { isObject } from '../index/attributes.ts';
import type { Indices } from '../index/indices.ts';
import { parseReplicas } from '../index/replicas.ts';
import { readRuleSearch, searchRules } from '../index/rules.ts';
import type { SearchIndex } from '../index/searchIndex.ts';
import { returnedSettings } from '../index/settings.ts';
import { readSynonym, searchSynonyms } from '../index/synonyms.ts';
import type { ApiKeys } from './apiKeys.ts';
import { readRule } from './readRule.ts';

const now = () => new Date().toISOString();
const reading = { config: { acl: 'settings' } } as const;
const editing = { config: { acl: 'editSettings' } } as const;

interface Named {
  indexName: string;
  objectID: string;
}
const paramsOf = (request: FastifyRequest) => request.params as Named;
const indexOf = ({ readable }: Indices, request: FastifyRequest) => readable.get(paramsOf(request).indexName);
/** Writes to the index of a request, and to its replicas with `forwardToReplicas`. @returns the id of the task */
function write(indices: Indices, request: FastifyRequest, apply: (index: SearchIndex) => unknown): number {
  const { indexName } = paramsOf(request);
  const forwards = queryFlag(request, 'forwardToReplicas');
  return indices.write((store) => {
    const index = store.getOrCreate(indexName);
    for (const target of forwards ? [index, ...index.replicas] : [index]) apply(target);
  }).taskID;
}

/** Registers the routes of indices: list, settings, tasks, keys. */
export function indexRoutes(app: FastifyInstance, indices: Indices, keys: ApiKeys): void {
  app.get('/1/isalive', () => ({ message: 'server is alive' }));

  app.get('/1/indexes', { config: { acl: 'listIndexes' } }, (request) => {
    const { page = 0, hitsPerPage } = request.query as Record<string, unknown>;
    const all = indices.readable.all.map(([name, index]) => {
      const dataSize = Buffer.byteLength(JSON.stringify([...index.records.values()].map(({ data }) => data)));
      return {
        name,
        createdAt: index.createdAt.toISOString(),
        updatedAt: index.updatedAt.toISOString(),
        entries: index.records.size,
        dataSize,
        fileSize: dataSize,
        lastBuildTimeS: 0,
        numberOfPendingTasks: 0,
        pendingTask: false,
        ...(index.replicas.length > 0 && {
          replicas: parseReplicas(index.settings.replicas).map((replica) => replica.name),
        }),
        ...(index.primary !== undefined && { primary: index.primary }),
        ...(index.isVirtual && { virtual: true }),
      };
    });
    if (hitsPerPage === undefined) return { items: all, nbPages: 1 };
    const size = integer(1)(hitsPerPage, 'hitsPerPage');
    const from = integer()(page, 'page') * size;
    return { items: all.slice(from, from + size), nbPages: Math.ceil(all.length / size) };
  });

  app.get('/1/indexes/:indexName/settings', reading, (request) => {
    const index = indexOf(indices, request);
    return returnedSettings(index.ownAndInheritedSettings, index.primary);
  });
  app.put('/1/indexes/:indexName/settings', editing, (request) => {
    const { indexName } = paramsOf(request);
    const forwards = queryFlag(request, 'forwardToReplicas');
    const { taskID } = indices.write((store) => store.configure(indexName, request.body, { forwards }));
    return { updatedAt: now(), taskID };
  });

  const task = (request: FastifyRequest) => {
    const id = integer()((request.params as { taskID: string }).taskID, 'taskID');
    return { status: indices.isPublished(id) ? 'published' : 'notPublished' };
  };
  app.get('/1/indexes/:indexName/task/:taskID', { config: { acl: 'addObject' } }, task);
  app.get('/1/task/:taskID', { config: { acl: 'editSettings' } }, task);

  app.get('/1/keys/:key', { config: { acl: 'search' } }, (request) => {
    const described = keys.describe((request.params as { key: string }).key);
    if (!described) throw new ApiError(404, 'Key does not exist');
    return described;
  });
}

/** Registers the routes of synonyms. */
export function synonymRoutes(app: FastifyInstance, indices: Indices): void {
  const path = '/1/indexes/:indexName/synonyms';
  itemRoutes(app, indices, {
    path,
    name: 'synonyms',
    itemsOf: (index) => index.synonyms,
    replacing: 'replaceExistingSynonyms',
    read: readSynonym,
    missing: () => new ApiError(404, 'Synonym set does not exist'),
    saved: (id) => ({ id }),
    deletedTime: 'deletedAt',
  });
  app.post(`${path}/search`, reading, (request) => {
    const { query = '', type = '', ...page } = isObject(request.body) ? request.body : {};
    const synonyms = indexOf(indices, request).synonyms.values();
    const found = searchSynonyms(synonyms, text()(query, 'query'), text()(type, 'type'));
    return { hits: pageOf(found, page).items, nbHits: found.length };
  });
}

/** Registers the routes of rules. */
export function ruleRoutes(app: FastifyInstance, indices: Indices): void {
  const path = '/1/indexes/:indexName/rules';
  itemRoutes(app, indices, {
    path,
    name: 'rules',
    itemsOf: (index) => index.rules,
    replacing: 'clearExistingRules',
    read: readRule,
    missing: noSuchObject,
    saved: () => ({}),
    deletedTime: 'updatedAt',
  });
  app.post(`${path}/search`, reading, (request) => {
    const body = isObject(request.body) ? request.body : {};
    const found = searchRules(indexOf(indices, request).rules.values(), readRuleSearch(body));
    const { items, page, nbPages } = pageOf(found, body);
    return { hits: items, nbHits: found.length, page, nbPages };
  });
}

interface ItemRoutes<T> {
  path: string;
  name: string;
  itemsOf: (index: SearchIndex) => Map<string, T>;
  /** Query parameter of a batch that replaces all items. */
  replacing: string;
  /** Validates an item. */
  read: (value: unknown) => T;
  missing: () => ApiError;
  /** Attributes of the response to a saved item. */
  saved: (id: string) => object;
  /** Name of the time in the response to a deletion. */
  deletedTime: 'deletedAt' | 'updatedAt';
}

/** Registers the routes that synonyms and rules have in common. */
function itemRoutes<T extends { objectID: string }>(
  app: FastifyInstance,
  indices: Indices,
  { path, name, itemsOf, replacing, read, missing, saved, deletedTime }: ItemRoutes<T>,
): void {
  const idOf = (request: FastifyRequest) => paramsOf(request).objectID;
  app.post(`${path}/batch`, editing, (request) => {
    const items = listOf(request.body, name).map(read);
    const replaces = queryFlag(request, replacing);
    const taskID = write(indices, request, (index) => {
      const all = itemsOf(index);
      if (replaces) all.clear();
      for (const item of items) all.set(item.objectID, item);
    });
    return { updatedAt: now(), taskID };
  });
  app.post(`${path}/clear`, editing, (request) => {
    const taskID = write(indices, request, (index) => itemsOf(index).clear());
    return { updatedAt: now(), taskID };
  });
  app.get(`${path}/:objectID`, reading, (request) => {
    const item = itemsOf(indexOf(indices, request)).get(idOf(request));
    if (!item) throw missing();
    return item;
  });
  app.put(`${path}/:objectID`, editing, (request) => {
    const id = idOf(request);
    const item = read(isObject(request.body) ? { ...request.body, objectID: id } : request.body);
    const taskID = write(indices, request, (index) => itemsOf(index).set(id, item));
    return { updatedAt: now(), taskID, ...saved(id) };
  });
  app.delete(`${path}/:objectID`, editing, (request) => {
    const taskID = write(indices, request, (index) => itemsOf(index).delete(idOf(request)));
    return { [deletedTime]: now(), taskID };
  });
}

function listOf(body: unknown, name: string): unknown[] {
  if (!Array.isArray(body)) throw badRequest(`Invalid ${name}, expected a JSON array`);
  return body;
}

function queryFlag(request: FastifyRequest, name: string): boolean {
  const value = (request.query as Record<string, unknown>)[name];
  return value === undefined ? false : boolean(value, name);
}

function pageOf<T>(
  items: T[],
  parameters: Record<string, unknown>,
): { items: T[]; page: number; nbPages: number } {
  const page = integer()(parameters.page ?? 0, 'page');
  const size = integer(1, 1000)(parameters.hitsPerPage ?? 20, 'hitsPerPage');
  const from = page * size;
  return { items: items.slice(from, from + size), page, nbPages: Math.ceil(items.length / size) };
}
