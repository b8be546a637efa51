import type { GraphQLFormattedError } from 'graphql';
import { type Campaign, firstFault } from './attack.ts';
import { type Heard, openSpeaker, type Speaker } from './rawWebSocket.ts';
import { wrongWords } from './send.ts';

/** Pings said at once, far beyond what a client may say. */
const FLOOD = 5_000;
/** The end of a connection of which more comes than is read. */
const FLOODING = 1008;

const TYPES = 'subscription ($t: [DocumentType!]) { contentChanged(types: $t) { id } }';
const ofTypes = (t: string) =>
  `{"id":"ID","type":"subscribe","payload":{"query":${JSON.stringify(TYPES)},"variables":{"t":${t}}}}`;
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Subscriptions to unknown assets on each connection, and those of them that end within seconds. */
const MADE_UP = 30;
const LOOKED_UP = 5;
const video = (n: number) => ({
  id: `film${n}`,
  type: 'subscribe',
  payload: {
    query: `subscription { videoStatus(id: "madeup${Math.random().toString(36).slice(2)}") { id } }`,
  },
});

/** Attacks over a connection for subscriptions. */
export const SOCKET_CAMPAIGNS: readonly Campaign[] = [
  {
    name: 'pings of which each comes back as it was',
    run: ({ url }) =>
      speaking(url, async ({ say, hear }) => {
        const long = `{"type":"ping","payload":{"a":"${'x'.repeat(80_000)}"}}`;
        say(long, long, long, `{"type":"ping","payload":{"a":${nested(40_000)}}}`);
        const pongs = await hear(4, ({ type }) => type === 'pong');
        return firstFault(
          pongs.map(
            ({ text }) => text.length > 100 && `expected a pong alone, got ${text.length} characters`,
          ),
        );
      }),
  },
  {
    name: 'more words than anybody reads, by a socket',
    run: ({ url }) =>
      speaking(url, async ({ say, closed }) => {
        say(...Array<string>(FLOOD).fill('{"type":"ping"}'));
        const code = await closed;
        return code === FLOODING ? undefined : `expected the connection to end with ${FLOODING}, got ${code}`;
      }),
  },
  {
    name: 'variables of a wrong type, by a socket',
    run: ({ url }) =>
      refusals(url, ofTypes(JSON.stringify(Array(60).fill('x'.repeat(500)))), 'BAD_USER_INPUT'),
  },
  {
    name: 'variables within variables, by a socket',
    run: ({ url }) => refusals(url, ofTypes(nested(30_000)), 'TOO_DEEP'),
  },
  {
    name: 'the same field many times, by a socket',
    run: ({ url }) => {
      const query = `subscription { contentChanged { node { ... on Film { ${'topics { id } '.repeat(480)} } } } }`;
      return refusals(
        url,
        JSON.stringify({ id: 'ID', type: 'subscribe', payload: { query } }),
        'TOO_MANY_DUPLICATES',
      );
    },
  },
  {
    name: 'films that nobody has, to be watched',
    isAlone: true,
    run: ({ url }) =>
      speaking(url, (one) =>
        speaking(url, async (another) => {
          for (const { say } of [one, another]) say(...Array.from({ length: MADE_UP }, (_, n) => video(n)));
          const isNotFound = ({ text }: Heard) => text.includes('"NOT_FOUND"');
          await Promise.any([one, another].map(({ hear }) => hear(LOOKED_UP, isNotFound)));
          return undefined;
        }),
      ),
  },
];

async function speaking(
  url: string,
  act: (speaker: Speaker) => Promise<string | undefined>,
): Promise<string | undefined> {
  const speaker = await openSpeaker(url);
  try {
    return await act(speaker);
  } finally {
    speaker.end();
  }
}

/** Says something twice, which is to be refused with this code both times, in few words. */
const refusals = (url: string, message: string, code: string): Promise<string | undefined> =>
  speaking(url, async ({ say, hear }) => {
    for (const id of ['first', 'second']) {
      say(message.replace('"ID"', `"${id}"`));
      const [answer] = await hear(1, (heard) => heard.id === id);
      const fault = wrongWithRefusal(answer as Heard, code);
      if (fault) return fault;
    }
    return undefined;
  });

function wrongWithRefusal({ type, payload, text }: Heard, code: string): string | undefined {
  const errors = payload as readonly GraphQLFormattedError[];
  const got = type === 'error' ? errors[0]?.extensions?.code : type;
  return firstFault([
    got !== code && `expected ${code}, got ${got}`,
    wrongWords(text),
    text.includes('"http"') && 'expected nothing of HTTP',
  ]);
}
