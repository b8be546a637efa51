import type { ApolloServerOptions } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../core/context.ts';

/** Apollo's cache of parsed documents. */
type ParsedDocumentCache = Exclude<ApolloServerOptions<Context>['documentStore'], null | undefined> & {
  /** Returns whether the document with this SHA-256 (hexadecimal) is cached, and so valid. */
  has(hash: string): boolean;
};

/**
 * A parsed document takes about 100 bytes of memory per character. Apollo's own limit, 30 MB of JSON, takes more than
 * 100 MB.
 */
export const MAX_DOCUMENT_CHARACTERS = 400_000;
/** Added to the length of each document, for the data that plugins derive from it. */
const OVERHEAD_CHARACTERS = 150;

/** Length of a SHA-256 in hexadecimal. */
const HASH_LENGTH = 64;

/** Creates a cache of the most recently used documents, which are not parsed and validated again. */
export function createParsedDocumentCache(): ParsedDocumentCache {
  const cache = new LRUCache<string, DocumentNode>({
    maxSize: MAX_DOCUMENT_CHARACTERS,
    sizeCalculation: ({ loc }) => OVERHEAD_CHARACTERS + (loc?.source.body.length ?? 0),
  });
  // Apollo Server prefixes hashes with the id of the schema; there is one schema.
  const hashOf = (key: string) => key.slice(-HASH_LENGTH);
  return {
    get: async (key) => cache.get(hashOf(key)),
    set: async (key, document) => void cache.set(hashOf(key), document),
    delete: async (key) => cache.delete(hashOf(key)),
    has: (hash) => cache.has(hash),
  };
}
