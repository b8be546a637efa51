import type { FastifyInstance } from 'fastify';
import { readWebhookFaults } from './webhookFaults.ts';
import type { WebhookSender } from './webhooks.ts';

/** The addresses a twin tells its news to, in the provider's own terms. */
export interface WebhookEndpoints {
  get(): readonly unknown[];
  /** Takes new ones from a request's body. @throws Error that says what was expected */
  set(endpoints: unknown): void;
  /** When what has happened so far has been handed to the sender; absent where that is at once. */
  settled?(): Promise<void>;
}

/**
 * The controls of a twin's webhooks:
 *
 * - `GET /__twin/webhooks` → `{"endpoints", "deliveries": [DeliveryRecord…]}`;
 * - `PUT /__twin/webhooks` sets what it names of `{"endpoints": […], "faults": [WebhookFault…]}`;
 * - `DELETE /__twin/webhooks` forgets the deliveries and gives up those under way;
 * - `GET /__twin/webhooks/idle` answers like the first when every delivery has come to its end.
 */
export function webhookRoutes(
  app: FastifyInstance,
  { sender, endpoints }: { sender: WebhookSender; endpoints: WebhookEndpoints },
): void {
  const state = () => ({ endpoints: endpoints.get(), deliveries: sender.deliveries() });

  app.get('/__twin/webhooks', state);
  app.get('/__twin/webhooks/idle', async () => {
    await endpoints.settled?.();
    await sender.idle();
    return state();
  });
  app.put('/__twin/webhooks', (request, reply) => {
    const asked = (request.body ?? {}) as { endpoints?: unknown; faults?: unknown };
    try {
      const faults = asked.faults === undefined ? undefined : readWebhookFaults(asked.faults);
      if (asked.endpoints !== undefined) endpoints.set(asked.endpoints);
      if (faults !== undefined) sender.setFaults(faults);
    } catch (error) {
      return reply.code(400).send({ message: (error as Error).message });
    }
    return state();
  });
  app.delete('/__twin/webhooks', () => {
    sender.forget();
    return state();
  });
}
