import { rawExchange } from '../connections/rawExchange.ts';
import { closeCodeOf } from '../connections/webSocketFrames.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';
import { hostileWebSocket } from '../values/webSocketMessages.ts';
import { responseFailures } from './responseFailures.ts';

/** The server responds to each handshake at once. */
const RESPONSE_TIMEOUT_MS = 10_000;
/** The share of cases after which a document changes, so that subscriptions send messages. */
const CHANGE_SHARE = 0.1;
/** Close codes for faults of the server: internal error of graphql-transport-ws and of WebSocket. */
const SERVER_FAULTS = [4500, 1011];

/** Frames and graphql-transport-ws messages on raw sockets. */
export const webSocket: FuzzTarget = {
  name: 'webSocket',
  async open(gateways) {
    const { editor } = await gateways.stack();
    const gateway = await gateways.cached();
    return {
      async run(random) {
        const input = hostileWebSocket(random);
        const hasChange = random.boolean(CHANGE_SHARE);
        await gateway.observe(async () => {
          const exchange = rawExchange(gateway.url, input, RESPONSE_TIMEOUT_MS);
          if (hasChange)
            await editor.patch('film-lorenz').set({ tagline: 'Fuzz' }).commit({ visibility: 'async' });
          const { text, isClosed } = await exchange;
          if (text === '' && !isClosed) return ['expected a response to the handshake, got none'];
          const code = closeCodeOf(text);
          const failures = responseFailures(text);
          if (code !== undefined && SERVER_FAULTS.includes(code))
            failures.push(`expected no close code ${code}, got ${text.slice(-300)}`);
          return failures;
        });
        return { input, failures: await gateway.takeFailures() };
      },
      finish: async () => gateway.memoryFailures(),
      close: async () => undefined,
    };
  },
};
