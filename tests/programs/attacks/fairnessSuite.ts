import { randomUUID } from 'node:crypto';
import { createApiKey } from '../../support/createApiKey.ts';
import type { Attack, AttackTarget } from './attack.ts';
import { graphqlRequest, repeat } from './requestAttack.ts';

/** Operations of an attacker at the same time. */
const OPERATIONS = 40;
/** Responses that another caller must get before the attacker has all of its own. */
const MIN_READER_RESPONSES = 6;
const ALIASES = 10;

/** An operation that uses much processor time. Its document is new each time, so that nothing is cached. */
const SELECTION = `articles(first: 10) { nodes { body { ${repeat(ALIASES / 2, (n) => `p${n}: plainText j${n}: json`)} } } }`;

/** Attacks that use processor time while another caller reads. */
export const FAIRNESS_ATTACKS: readonly Attack[] = [
  {
    name: `${OPERATIONS} operations at once: plain texts and JSON of articles`,
    requirement: `${MIN_READER_RESPONSES} responses for another caller before the last one`,
    isExclusive: true,
    run: burst,
  },
];

async function burst({ url, stack }: AttackTarget): Promise<string | undefined> {
  const [attacker, reader] = await Promise.all([
    createApiKey(stack, 'attacker'),
    createApiKey(stack, 'reader'),
  ]);
  const word = `q${randomUUID().replaceAll('-', '')}`;
  const send = (apiKey: string, query: string) => {
    const { headers, ...request } = graphqlRequest(query);
    return fetch(`${url}/graphql`, {
      ...request,
      headers: { ...(headers as Record<string, string>), 'x-api-key': apiKey },
    }).then((response) => response.text());
  };
  await send(reader, '{ films(first: 3) { nodes { title } } }');
  let isDone = false;
  const done = Promise.all(
    Array.from({ length: OPERATIONS }, (_, n) => send(attacker, `query ${word}x${n} { ${SELECTION} }`)),
  ).finally(() => {
    isDone = true;
  });
  let responses = 0;
  while (!isDone) {
    await send(reader, `query ${word}r${responses} { films(first: 3) { nodes { title } } }`);
    if (!isDone) responses += 1;
  }
  await done;
  return responses < MIN_READER_RESPONSES
    ? `expected ${MIN_READER_RESPONSES} responses for the other caller before the last one of the attacker, got ${responses}`
    : undefined;
}
