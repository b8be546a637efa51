import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CONTROL_HEADERS } from './control.ts';
import { isLoopback } from './loopback.ts';

interface Rejection {
  readonly status: number;
  readonly message: string;
}

/** Returns whether a web page of an origin may use the API: pages of this machine, and pages of `allowedOrigins`. */
export const createOriginCheck =
  (allowedOrigins: readonly string[] = []) =>
  (origin: string): boolean =>
    allowedOrigins.includes(origin) || isLoopback(origin);

/**
 * Uploaded files, such as an SVG, run no script on the origin of the emulator, where they could use its control endpoints and
 * tokens. The providers serve files from other origins than their APIs.
 */
const NO_SCRIPT_HEADERS = {
  'content-security-policy': 'sandbox',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Rejects the requests of web pages that a developer happens to visit: requests for another host, which DNS rebinding
 * causes, control requests without the control header, and API requests of pages from other origins.
 * @param publicRoute matches the URL patterns of the routes that every page may use, as at the provider
 */
export function restrictWebPages(
  app: FastifyInstance,
  isAllowedOrigin: (origin: string) => boolean,
  publicRoute?: RegExp,
): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(NO_SCRIPT_HEADERS);
    const { url: route = '' } = request.routeOptions;
    const isOriginChecked = request.method !== 'OPTIONS' && !publicRoute?.test(route);
    const rejection =
      checkHost(request.headers) ??
      checkControl(request, route) ??
      (isOriginChecked ? checkOrigin(request.headers, isAllowedOrigin) : undefined);
    if (rejection) return reply.code(rejection.status).send({ message: rejection.message });
  });
}

function checkHost({ host = '' }: IncomingHttpHeaders): Rejection | undefined {
  if (isLoopback(`http://${host}`)) return undefined;
  const message = `expected the Host header 127.0.0.1, localhost or [::1], got ${quote(host)}: use http://127.0.0.1 and the port of the emulator`;
  return { status: 421, message };
}

/** The route of a preflight request is `*`, so its path is checked as well. */
function checkControl({ url, headers }: FastifyRequest, route: string): Rejection | undefined {
  const isControl = [url, route].some((path) => path.startsWith('/__emulator/'));
  const [[name, value]] = Object.entries(CONTROL_HEADERS) as [[string, string]];
  if (!isControl || headers[name] === value) return undefined;
  return { status: 403, message: `expected the header ${name}: ${value}, got ${quote(headers[name])}` };
}

function checkOrigin(
  { origin }: IncomingHttpHeaders,
  isAllowedOrigin: (origin: string) => boolean,
): Rejection | undefined {
  if (origin === undefined || isAllowedOrigin(origin)) return undefined;
  const message = `expected an allowed origin, got ${quote(origin)}: set PUBLIC_URL to it and restart the emulator`;
  return { status: 403, message };
}

const quote = (value: unknown): string =>
  value === undefined ? 'none' : JSON.stringify(value).slice(0, 200);
