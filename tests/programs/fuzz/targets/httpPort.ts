import { rawExchange } from '../connections/rawExchange.ts';
import { openReferenceServer } from '../connections/referenceServer.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';
import { hostileConnection } from '../values/httpRequests.ts';
import { responseFailures } from './responseFailures.ts';

/** A request is answered or ended within ten seconds; page requests also queue. */
const RESPONSE_TIMEOUT_MS = 15_000;
/** Time in which the gateway reads an incomplete request. */
const INCOMPLETE_TIMEOUT_MS = 20;
/** The share of connections to the port of the operator. */
const OPERATOR_SHARE = 0.1;

/** Requests on raw sockets to the public port and the operator's port. */
export const httpPort: FuzzTarget = {
  name: 'httpPort',
  async open(gateways) {
    const gateway = await gateways.cached();
    const reference = await openReferenceServer();
    return {
      async run(random) {
        const isOperator = random.boolean(OPERATOR_SHARE);
        const input = hostileConnection(random);
        const isComplete = await reference.responds([input]);
        await gateway.observe(async () => {
          const { text, isClosed } = await rawExchange(
            isOperator ? gateway.operatorUrl : gateway.url,
            [input],
            isComplete ? RESPONSE_TIMEOUT_MS : INCOMPLETE_TIMEOUT_MS,
          );
          if (isComplete && text === '' && !isClosed)
            return [`expected a response within ${RESPONSE_TIMEOUT_MS / 1000} s, got none`];
          return responseFailures(text);
        });
        return { input, failures: await gateway.takeFailures() };
      },
      finish: async () => gateway.memoryFailures(),
      close: async () => reference.close(),
    };
  },
};
