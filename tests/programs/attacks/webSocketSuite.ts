import type { GraphQLFormattedError } from 'graphql';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import { newFilm } from '../../support/indexedStack.ts';
import { uploadVideo } from '../../support/subscriber.ts';
import { type Attack, type AttackTarget, firstFailure } from './attack.ts';
import { openRawWebSocket, type RawWebSocket, type ReceivedMessage } from './rawWebSocket.ts';
import { faultOfErrorText } from './requestAttack.ts';

/** Pings sent at once, far over the message limit of a connection. */
const PING_FLOOD = 5_000;
/** Close code of a connection over the message limit: policy violation. */
const POLICY_VIOLATION = 1008;
/** Close code of graphql-transport-ws for an id that is in use. */
const SUBSCRIBER_ALREADY_EXISTS = 4409;
/** A pong with the payload of its ping would be longer. */
const MAX_PONG_CHARACTERS = 100;

const TYPES = 'subscription ($t: [DocumentType!]) { contentChanged(types: $t) { documentId } }';
const subscribeToTypes = (types: string) =>
  `{"id":"ID","type":"subscribe","payload":{"query":${JSON.stringify(TYPES)},"variables":{"t":${types}}}}`;
const nestedArrays = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Subscriptions to unknown assets on each connection, and how many of them must end within seconds. */
const UNKNOWN_ASSETS = 30;
const MIN_REJECTED = 5;
const subscribeToUnknownAsset = (n: number) => ({
  id: `film${n}`,
  type: 'subscribe',
  payload: {
    query: `subscription { videoChanged(id: "${toGlobalId('Video', `madeup${Math.random().toString(36).slice(2)}`)}") { id } }`,
  },
});

/** Attacks over the WebSocket of subscriptions. */
export const WEBSOCKET_ATTACKS: readonly Attack[] = [
  {
    name: 'pings with large payloads over a WebSocket',
    requirement: 'pongs without the payloads',
    run: ({ url }) =>
      withWebSocket(url, async ({ send, receive }) => {
        const long = `{"type":"ping","payload":{"a":"${'x'.repeat(80_000)}"}}`;
        send(long, long, long, `{"type":"ping","payload":{"a":${nestedArrays(40_000)}}}`);
        const pongs = await receive(4, ({ type }) => type === 'pong');
        return firstFailure(
          pongs.map(
            ({ text }) =>
              text.length > MAX_PONG_CHARACTERS &&
              `expected a pong of at most ${MAX_PONG_CHARACTERS} characters, got ${text.length}`,
          ),
        );
      }),
  },
  {
    name: 'a flood of pings over a WebSocket',
    requirement: `the connection closes with code ${POLICY_VIOLATION}`,
    run: ({ url }) =>
      withWebSocket(url, async ({ send, closed }) => {
        send(...Array<string>(PING_FLOOD).fill('{"type":"ping"}'));
        const code = await closed;
        return code === POLICY_VIOLATION ? undefined : `expected close code ${POLICY_VIOLATION}, got ${code}`;
      }),
  },
  {
    name: 'two subscriptions with one id of 90,000 characters',
    requirement: `the connection closes with code ${SUBSCRIBER_ALREADY_EXISTS}, without an internal error`,
    run: ({ url }) =>
      withWebSocket(url, async ({ send, closed }) => {
        const message = {
          id: 'x'.repeat(90_000),
          type: 'subscribe',
          payload: { query: 'subscription { contentChanged { documentId } }' },
        };
        send(message, message);
        const code = await closed;
        return code === SUBSCRIBER_ALREADY_EXISTS
          ? undefined
          : `expected close code ${SUBSCRIBER_ALREADY_EXISTS}, got ${code}`;
      }),
  },
  {
    name: 'long invalid variables over a WebSocket',
    requirement: 'BAD_USER_INPUT in a short error message',
    run: ({ url }) =>
      expectRejection(
        url,
        subscribeToTypes(JSON.stringify(Array(60).fill('x'.repeat(500)))),
        'BAD_USER_INPUT',
      ),
  },
  {
    name: 'a variable nested 30,000 levels deep over a WebSocket',
    requirement: 'TOO_DEEP in a short error message',
    run: ({ url }) => expectRejection(url, subscribeToTypes(nestedArrays(30_000)), 'TOO_DEEP'),
  },
  {
    name: 'one object field repeated 480 times over a WebSocket',
    requirement: 'TOO_MANY_DUPLICATES in a short error message',
    run: ({ url }) => {
      const query = `subscription { contentChanged { node { ... on Film { ${'topics { id } '.repeat(480)} } } } }`;
      return expectRejection(
        url,
        JSON.stringify({ id: 'ID', type: 'subscribe', payload: { query } }),
        'TOO_MANY_DUPLICATES',
      );
    },
  },
  {
    name: 'subscriptions to unknown video assets',
    requirement: `at least ${MIN_REJECTED} of them end with NOT_FOUND within seconds`,
    isExclusive: true,
    run: ({ url }) =>
      withWebSocket(url, (first) =>
        withWebSocket(url, async (second) => {
          for (const { send } of [first, second])
            send(...Array.from({ length: UNKNOWN_ASSETS }, (_, n) => subscribeToUnknownAsset(n)));
          const isNotFound = ({ text }: ReceivedMessage) => text.includes('"NOT_FOUND"');
          await Promise.any([first, second].map(({ receive }) => receive(MIN_REJECTED, isNotFound)));
          return undefined;
        }),
      ),
  },
  {
    name: 'a subscription to the video of an unpublished document',
    requirement: 'NOT_FOUND, as for a video that does not exist',
    run: watchUnpublishedVideo,
  },
];

/** Subscribes to a video that only a draft contains. */
async function watchUnpublishedVideo({ url, stack }: AttackTarget): Promise<string | undefined> {
  const video = await uploadVideo(stack);
  const draft = newFilm(`drafts.film-${video}`, { video });
  await stack.editor.create(draft);
  try {
    return await withWebSocket(url, async ({ send, receive }) => {
      const query = 'subscription ($id: ID!) { videoChanged(id: $id) { status playback { hlsUrl } } }';
      const missingVideo = video.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
      const ids = [video, missingVideo].map((id) => toGlobalId('Video', id));
      for (const id of ids) send({ id, type: 'subscribe', payload: { query, variables: { id } } });
      const responses = ids.map(async (id) => {
        const [response] = await receive(1, (message) => message.id === id);
        return response?.text.replaceAll(id, 'ID') ?? '';
      });
      const [unpublished = '', missing] = await Promise.all(responses);
      return firstFailure([
        !unpublished.includes('"NOT_FOUND"') && `expected NOT_FOUND, got ${unpublished.slice(0, 200)}`,
        unpublished !== missing && `expected ${missing}, got ${unpublished}`,
      ]);
    });
  } finally {
    await stack.editor.delete(draft._id);
  }
}

async function withWebSocket(
  url: string,
  use: (client: RawWebSocket) => Promise<string | undefined>,
): Promise<string | undefined> {
  const client = await openRawWebSocket(url);
  try {
    return await use(client);
  } finally {
    client.terminate();
  }
}

/** Sends a message twice: the gateway must reject it both times with the code and a short error. */
const expectRejection = (url: string, message: string, code: string): Promise<string | undefined> =>
  withWebSocket(url, async ({ send, receive }) => {
    for (const id of ['first', 'second']) {
      send(message.replace('"ID"', `"${id}"`));
      const [response] = await receive(1, (received) => received.id === id);
      const failure = rejectionFault(response as ReceivedMessage, code);
      if (failure) return failure;
    }
    return undefined;
  });

function rejectionFault({ type, payload, text }: ReceivedMessage, code: string): string | undefined {
  const errors = payload as readonly GraphQLFormattedError[];
  const actual = type === 'error' ? errors[0]?.extensions?.code : type;
  return firstFailure([
    actual !== code && `expected ${code}, got ${actual}`,
    faultOfErrorText(text),
    text.includes('"http"') && 'expected an error without extensions.http',
  ]);
}
