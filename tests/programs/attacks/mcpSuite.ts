import { type Attack, type AttackTarget, firstFailure } from './attack.ts';
import { nested } from './requestAttack.ts';

const TIMEOUT_MS = 10_000;
/** Texts of the gateway's own failures; a client must never see them. */
const INTERNAL_DETAILS = /node_modules|\bat .+:\d+:\d+|file:\/\/|INTERNAL_SERVER_ERROR|-32603/;
const DEEP_JSON = `${'['.repeat(40_000)}${']'.repeat(40_000)}`;

interface Message {
  readonly name: string;
  readonly requirement: string;
  readonly body: string;
  /** Matches `<status> <text>` of the response. */
  readonly expected: RegExp;
}

const call = (name: string, args: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

const MESSAGES: readonly Message[] = [
  {
    name: 'a batch of 1,000 calls',
    requirement: 'rejected as a whole',
    body: `[${Array(1000).fill(call('films', {})).join()}]`,
    expected: /^(400|413) /,
  },
  {
    name: 'an event stream that stays open',
    requirement: 'rejected',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} }),
    expected: /^400 /,
  },
  {
    name: 'JSON with 40,000 nested lists',
    requirement: 'rejected without internal details',
    body: DEEP_JSON,
    expected: /^4\d\d /,
  },
  {
    name: 'a tool with the name of a property of objects',
    requirement: 'unknown tool',
    body: call('__proto__', {}),
    expected: /not found|disabled/i,
  },
  {
    name: 'arguments with `__proto__`',
    requirement: 'rejected',
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"films","arguments":{"__proto__":{"first":1}}}}',
    expected: /^400 /,
  },
  {
    name: 'the tool execute without its scope',
    requirement: 'unknown tool',
    body: call('execute', { query: '{ films(first: 1) { nodes { title } } }' }),
    expected: /execute/,
  },
  {
    name: 'a document above the limits in validate',
    requirement: 'rejected with the limit',
    body: call('validate', { query: nested(900, '{ films { nodes ', '{ title ') }),
    expected: /GRAPHQL_PARSE_FAILED|TOO_/,
  },
  {
    name: 'a resource with a path that leaves its template',
    requirement: 'not found',
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'resources/read',
      params: { uri: 'trivium://films/..%2f..%2fetc%2fpasswd/transcript' },
    }),
    expected: /not found/i,
  },
  {
    name: 'a page of films above the limit',
    requirement: 'rejected with the limit',
    body: call('films', { first: 2_000_000_000 }),
    expected: /PAGE_SIZE/,
  },
];

/** Messages to the MCP server that a client must not send, and the answers to them. */
export const MCP_ATTACKS: readonly Attack[] = MESSAGES.map((message) => ({
  name: `MCP: ${message.name}`,
  requirement: message.requirement,
  run: (target) => requireAnswer(target, message),
}));

async function requireAnswer({ url }: AttackTarget, message: Message): Promise<string | undefined> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: message.body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer = `${response.status} ${await response.text()}`;
  return firstFailure([
    !message.expected.test(answer) && `expected ${message.requirement}, got ${answer.slice(0, 200)}`,
    INTERNAL_DETAILS.test(answer) &&
      `expected an answer without internal details, got ${answer.slice(0, 200)}`,
  ]);
}
