import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { TrustProxy } from '../../core/clientAddress.ts';
import { PRINCIPAL_HEADERS } from '../../services/auth/authenticate.ts';
import { hasSeveralHosts } from '../hooks/hostHeader.ts';

/** Requests with one of these headers are left to Fastify, whose hooks check them. */
const CHECKED_HEADERS = [
  ...PRINCIPAL_HEADERS,
  'content-encoding',
  'expect',
  'transfer-encoding',
  'upgrade',
  'x-no-compression',
] as const;

/** Returns whether the hooks of Fastify treat a request as every other one to its URL and host. */
export function isPlain(request: IncomingMessage): boolean {
  const { headers } = request;
  for (const name of CHECKED_HEADERS) if (headers[name] !== undefined) return false;
  return !hasSeveralHosts(request);
}

const MAX_KNOWN_HOSTS = 100;

/** The hosts that Fastify has accepted. */
interface KnownHosts {
  has(request: IncomingMessage): boolean;
  add(request: IncomingMessage): void;
}

/** Creates an empty set of hosts. */
export function createKnownHosts(trustProxy: TrustProxy): KnownHosts {
  const known = new LRUCache<string, true>({ max: MAX_KNOWN_HOSTS });

  /** Returns a key of the headers that name the host; undefined without one, or if an untrusted proxy has added some. */
  const keyOf = ({ headers, socket }: IncomingMessage): string | undefined => {
    const { host, 'x-forwarded-host': forwardedHost, 'x-forwarded-proto': protocol } = headers;
    // Some routes need no host.
    if (!host) return undefined;
    const isTrusted = trustProxy(socket.remoteAddress ?? '', 0);
    if (!isTrusted) return headers['x-forwarded-for'] === undefined ? host : undefined;
    return forwardedHost === undefined && protocol === undefined
      ? host
      : `${host} ${forwardedHost} ${protocol}`;
  };

  return {
    has(request) {
      const key = keyOf(request);
      return key !== undefined && known.has(key);
    },
    add(request) {
      const key = keyOf(request);
      if (key !== undefined) known.set(key, true);
    },
  };
}
