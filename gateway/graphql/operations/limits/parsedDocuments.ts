import type { ApolloServerOptions } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../core/context.ts';

/** Parsed documents that are kept, by Apollo's names for them. */
type ParsedDocumentCache = Exclude<ApolloServerOptions<Context>['documentStore'], null | undefined> & {
  /** Whether the document of this SHA-256, in hexadecimal, has been found good and is still here. */
  has(hash: string): boolean;
};

/**
 * Characters of documents that are kept parsed at most. A parsed document takes some hundred bytes of memory for each
 * character; Apollo's own measure, 30 MB of JSON, is more than 100 MB of memory.
 */
export const MAX_DOCUMENT_CHARACTERS = 400_000;
/** Characters that each document counts beside its own: what is worked out for it takes as much memory as these. */
const OVERHEAD_CHARACTERS = 150;

/** Characters of a SHA-256 in hexadecimal. */
const HASH_LENGTH = 64;

/** Keeps the documents that were asked last, so that what is asked again is neither parsed nor validated again. */
export function createParsedDocumentCache(): ParsedDocumentCache {
  const cache = new LRUCache<string, DocumentNode>({
    maxSize: MAX_DOCUMENT_CHARACTERS,
    sizeCalculation: ({ loc }) => OVERHEAD_CHARACTERS + (loc?.source.body.length ?? 0),
  });
  // Apollo Server puts the name of its schema before every hash, of which there is one.
  const hashOf = (key: string) => key.slice(-HASH_LENGTH);
  return {
    get: async (key) => cache.get(hashOf(key)),
    set: async (key, document) => void cache.set(hashOf(key), document),
    delete: async (key) => cache.delete(hashOf(key)),
    has: (hash) => cache.has(hash),
  };
}
