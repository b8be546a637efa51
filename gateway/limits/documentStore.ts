import type { ApolloServerOptions } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';

/** Parsed documents that are kept, by Apollo's names for them. */
type DocumentStore = Exclude<ApolloServerOptions<Context>['documentStore'], null | undefined>;

/**
 * Characters of documents that are kept parsed at most. A parsed document takes some hundred bytes of memory for each
 * character; Apollo's own measure, 30 MB of JSON, is more than 100 MB of memory.
 */
export const MOST_CHARACTERS = 400_000;
/** Characters that each document counts beside its own: what is worked out for it takes as much memory as these. */
const EACH = 150;

/** Keeps the documents that were asked last, so that what is asked again is neither parsed nor validated again. */
export function createDocumentStore(): DocumentStore {
  const kept = new LRUCache<string, DocumentNode>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ loc }) => EACH + (loc?.source.body.length ?? 0),
  });
  return {
    get: async (key) => kept.get(key),
    set: async (key, document) => void kept.set(key, document),
    delete: async (key) => kept.delete(key),
  };
}
