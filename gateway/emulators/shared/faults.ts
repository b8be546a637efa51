import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Kinds of injected faults. Kinds that break the body still send valid headers. */
export const FAULT_KINDS = [
  'latency',
  'status',
  'reset',
  'hang',
  'stall',
  'drip',
  'truncate',
  'garbage',
  'shape',
  'endless',
  'redirect',
] as const;

/** One fault rule. The first rule that matches a request and has uses left applies. */
export interface Fault {
  kind: (typeof FAULT_KINDS)[number];
  /** HTTP method to match. Default: any. */
  method?: string;
  /** Regular expression over the path without its query. Default: any path. */
  path?: string;
  /** Regular expression over the query. Default: any query. */
  query?: string;
  /** `latency`: delay before the real response, in milliseconds. Default: 1000. */
  ms?: number;
  /** `status`: HTTP status of the response. Default: 500. */
  status?: number;
  /** `status`, `shape`: response body, as JSON. */
  body?: unknown;
  /** `status`, `redirect`: response headers, e.g. `retry-after` or `location`. */
  headers?: Record<string, string>;
  /** Number of requests the rule applies to. Default: no limit. */
  times?: number;
  /** Share of matching requests the rule applies to, from 0 to 1. Default: 1. */
  probability?: number;
}

/** Interval between the chunks of an `endless` body and between the characters of a `drip` body. */
const ENDLESS_INTERVAL_MS = 1;
const DRIP_INTERVAL_MS = 20;
/** The types of the attributes of a rule. */
const FAULT_TYPES: Readonly<Record<string, string>> = {
  method: 'string',
  path: 'string',
  query: 'string',
  ms: 'number',
  status: 'number',
  times: 'number',
  probability: 'number',
};
const ENDLESS_CHUNK = `"${'x'.repeat(4 * 1024 * 1024)}",`;

/** Reads the rules of a `PUT /__emulator/faults` body. @throws Error that names the first invalid rule */
export function readFaults(body: unknown): Fault[] {
  const rules = (body as { faults?: unknown } | null)?.faults;
  if (!Array.isArray(rules))
    throw new Error(`expected {"faults": [{"kind": …}, …]}, got ${typeof rules} as faults`);
  for (const [i, rule] of rules.entries()) {
    if (!FAULT_KINDS.includes(rule?.kind))
      throw new Error(
        `faults[${i}].kind: expected one of ${FAULT_KINDS.join(', ')}, got ${JSON.stringify(rule?.kind)}`,
      );
    for (const [name, type] of Object.entries(FAULT_TYPES))
      if (rule[name] !== undefined && typeof rule[name] !== type)
        throw new Error(`faults[${i}].${name}: expected a ${type}, got ${JSON.stringify(rule[name])}`);
    checkHeaders(rule.headers, `faults[${i}].headers`);
    if (
      rule.status !== undefined &&
      !(Number.isInteger(rule.status) && rule.status >= 100 && rule.status <= 599)
    )
      throw new Error(`faults[${i}].status: expected a status from 100 to 599, got ${rule.status}`);
    for (const pattern of [rule.path, rule.query]) if (pattern !== undefined) new RegExp(pattern);
  }
  return rules as Fault[];
}

function checkHeaders(headers: unknown, path: string): void {
  if (headers === undefined) return;
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers))
    throw new Error(`${path}: expected an object of texts, got ${JSON.stringify(headers)}`);
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string')
      throw new Error(`${path}.${name}: expected a string, got ${JSON.stringify(value)}`);
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
}

/** Returns the first rule that applies to the request and counts the use. */
export function takeFault(
  faults: Fault[],
  request: { method: string; path: string; query: string },
): Fault | undefined {
  const fault = faults.find(
    (f) =>
      (f.method === undefined || f.method.toUpperCase() === request.method) &&
      (f.path === undefined || new RegExp(f.path).test(request.path)) &&
      (f.query === undefined || new RegExp(f.query).test(request.query)) &&
      (f.times === undefined || f.times > 0) &&
      Math.random() < (f.probability ?? 1),
  );
  if (fault?.times !== undefined) fault.times -= 1;
  return fault;
}

/**
 * Carries out a fault. After `latency` the real response follows; every other kind sends its own response.
 */
export async function applyFault(fault: Fault, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (fault.kind === 'latency') return new Promise((done) => setTimeout(done, fault.ms ?? 1000).unref());
  if (fault.kind === 'status')
    return void reply
      .code(fault.status ?? 500)
      .headers(fault.headers ?? {})
      .send(fault.body ?? { message: 'fault' });
  if (fault.kind === 'redirect')
    return void reply
      .code(302)
      .headers({ location: 'http://127.0.0.1:9/', ...fault.headers })
      .send();
  if (fault.kind === 'shape') return void reply.send(fault.body ?? { unexpected: true });

  reply.hijack();
  const { raw } = reply;
  if (fault.kind === 'reset') request.raw.socket.destroy();
  if (fault.kind === 'hang' || fault.kind === 'reset') return;

  raw.writeHead(200, {
    'content-type': 'application/json',
    ...(fault.kind === 'truncate' && { 'content-length': 4096 }),
  });
  if (fault.kind === 'garbage') raw.end('<html>{"result": [tru');
  if (fault.kind === 'stall') raw.write('{"result": [');
  if (fault.kind === 'truncate') raw.write('{"result": [', () => request.raw.socket.destroy());
  if (fault.kind === 'endless') writeEndlessly(raw, ENDLESS_CHUNK, ENDLESS_INTERVAL_MS);
  if (fault.kind === 'drip') writeEndlessly(raw, ' ', DRIP_INTERVAL_MS);
}

/** Writes chunks until the client disconnects. */
function writeEndlessly(raw: ServerResponse, chunk: string, intervalMs: number): void {
  raw.write('{"result": [');
  const timer = setInterval(() => raw.writableNeedDrain || raw.write(chunk), intervalMs);
  raw.once('close', () => clearInterval(timer));
}
