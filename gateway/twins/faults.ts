import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How a twin can misbehave. The kinds that break a body do so after honest headers. */
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

/** One rule of misbehaviour; the first that matches a request and has uses left is applied. */
export interface Fault {
  kind: (typeof FAULT_KINDS)[number];
  /** Only this HTTP method; any when absent. */
  method?: string;
  /** A regular expression over the path without its query; any path when absent. */
  path?: string;
  /** `latency`: how long to wait before the honest answer, in milliseconds. */
  ms?: number;
  /** `status`: the status to answer, 500 when absent. */
  status?: number;
  /** `status`, `shape`: the body to answer, as JSON. */
  body?: unknown;
  /** `status`, `redirect`: headers to answer with, e.g. `retry-after` or `location`. */
  headers?: Record<string, string>;
  /** How many requests it applies to; without end when absent. */
  times?: number;
  /** The share of matching requests it applies to, from 0 to 1; 1 when absent. */
  probability?: number;
}

/** Milliseconds between the chunks of an endless body, and between the characters of one that drips. */
const ENDLESS_INTERVAL = 1;
const DRIP_INTERVAL = 20;
const ENDLESS_CHUNK = `"${'x'.repeat(64 * 1024)}",`;

/**
 * Reads the rules of a `PUT /__twin/faults` body.
 * @throws Error that names the first rule that is not one.
 */
export function readFaults(body: unknown): Fault[] {
  const rules = (body as { faults?: unknown } | null)?.faults;
  if (!Array.isArray(rules)) throw new Error('expected {"faults": [{"kind": …}, …]}');
  for (const [i, rule] of rules.entries()) {
    if (!FAULT_KINDS.includes(rule?.kind))
      throw new Error(
        `faults[${i}].kind: expected one of ${FAULT_KINDS.join(', ')}, got ${JSON.stringify(rule?.kind)}`,
      );
    if (rule.path !== undefined) new RegExp(rule.path);
  }
  return rules as Fault[];
}

/** Takes the first rule that applies to the request and counts the use. */
export function takeFault(faults: Fault[], request: { method: string; path: string }): Fault | undefined {
  const fault = faults.find(
    (f) =>
      (f.method === undefined || f.method.toUpperCase() === request.method) &&
      (f.path === undefined || new RegExp(f.path).test(request.path)) &&
      (f.times === undefined || f.times > 0) &&
      Math.random() < (f.probability ?? 1),
  );
  if (fault?.times !== undefined) fault.times -= 1;
  return fault;
}

/** Carries a fault out. After `latency` the honest answer follows; every other kind has answered. */
export async function applyFault(fault: Fault, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (fault.kind === 'latency') return new Promise((done) => setTimeout(done, fault.ms ?? 1000));
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
  if (fault.kind === 'endless') writeForEver(raw, ENDLESS_CHUNK, ENDLESS_INTERVAL);
  if (fault.kind === 'drip') writeForEver(raw, ' ', DRIP_INTERVAL);
}

/** Writes for as long as the client listens. */
function writeForEver(raw: ServerResponse, chunk: string, interval: number): void {
  raw.write('{"result": [');
  const timer = setInterval(() => raw.writableNeedDrain || raw.write(chunk), interval);
  raw.once('close', () => clearInterval(timer));
}
