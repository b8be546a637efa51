import { readConfig } from '../../../gateway/config/readConfig.ts';
import { createApiKey } from '../../support/createApiKey.ts';
import { createGatewayProcess } from '../../support/gatewayProcess.ts';
import { connectWebhooks, startStack } from '../../support/stack.ts';
import { waitForSubscriptions } from '../../support/subscriber.ts';
import type { TestedGraph } from './clientProgram.ts';

/** Clients wait for some seconds before they connect again to a gateway that has restarted. */
const RECONNECTION_MS = 10_000;

/** Starts a gateway in its own process, over emulators on free ports. */
export async function startTestedGraph(): Promise<TestedGraph & { close(): Promise<void> }> {
  const stack = await startStack({ env: { CONSUME_CHANGES: 'off' } });
  const env = { ...stack.env, CONSUME_CHANGES: 'on', STATE_DIR: `${stack.env.STATE_DIR}/clients` };
  const gateway = await createGatewayProcess(env);
  const apiKey = await createApiKey({ config: readConfig(env) }, 'clients');
  await gateway.start();
  const { url: origin } = gateway;
  await connectWebhooks(stack.emulators, origin);
  return {
    origin,
    url: `${origin}/graphql`,
    webSocketUrl: `${origin.replace('http', 'ws')}/graphql`,
    apiKey,
    waitForSubscription: () => waitForSubscriptions(origin, 1, RECONNECTION_MS),
    async setTitle(slug, title) {
      await stack.editor.patch(`film-${slug}`).set({ title }).commit();
    },
    async restart() {
      await gateway.stop();
      await gateway.start();
    },
    async close() {
      await gateway.stop();
      await stack.close();
    },
  };
}
