import type { GraphQLFormattedError } from 'graphql';
import type { Attack } from './attacks.ts';

/** What an attack got. */
export interface Sent {
  readonly status: number;
  /** Of the first error. */
  readonly code: unknown;
  readonly text: string;
  readonly milliseconds: number;
}

/** Characters of the longest refusal. */
const LONGEST_ANSWER = 3_000;
/** What no refusal tells: guesses of what may have been meant, places in the code, a fault of the gateway's own. */
const UNTOLD = /Did you mean|node_modules|\bat .+:\d+:\d+|file:\/\/|INTERNAL_SERVER_ERROR/;

/** Sends an attack once, to a gateway's origin. */
export async function send(origin: string, { path = '/graphql', init }: Attack): Promise<Sent> {
  const begun = performance.now();
  const answer = await fetch(`${origin}${path}`, init());
  const text = await answer.text();
  const milliseconds = performance.now() - begun;
  return { status: answer.status, code: codeOf(text), text, milliseconds };
}

/** What is wrong with what an attack got; undefined where it got what it is due. */
export function wrongWith({ status, code }: Attack, sent: Sent): string | undefined {
  if (sent.status !== status || (code !== undefined && sent.code !== code))
    return `expected ${status} ${code ?? ''}, got ${sent.status} ${sent.code ?? ''}`;
  return wrongWords(sent.text);
}

/** What is wrong with the words of a refusal; undefined where they are few, and tell nothing of the inside. */
export function wrongWords(text: string): string | undefined {
  if (text.length >= LONGEST_ANSWER) return `expected few words, got ${text.length} characters`;
  const [untold] = UNTOLD.exec(text) ?? [];
  return untold && `expected nothing told of the inside, got ${untold}`;
}

/** What is refused before GraphQL need not answer in its shape. */
function codeOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { errors?: GraphQLFormattedError[] }).errors?.[0]?.extensions?.code;
  } catch {
    return undefined;
  }
}
