import type { FastifyInstance } from 'fastify';
import { readWebhookFaults } from './webhookFaults.ts';
import type { WebhookSender } from './webhookSender.ts';

/** Webhook endpoints of an emulator, in the format of the provider. */
export interface WebhookEndpoints {
  get(): readonly unknown[];
  /** Replaces the endpoints from a request body. @throws Error with the expected format */
  set(endpoints: unknown): void;
  /** Resolves when all past changes have been handed to the sender. Omitted where that is synchronous. */
  settled?(): Promise<void>;
}

/**
 * Registers the control endpoints for webhooks, or for what is called like them under another name:
 *
 * - `GET /__emulator/webhooks` → `{"endpoints", "deliveries": [DeliveryRecord…]}`;
 * - `PUT /__emulator/webhooks` sets `{"endpoints": […], "faults": [WebhookFault…]}`; absent members stay
 *   unchanged;
 * - `DELETE /__emulator/webhooks` clears the records and cancels the deliveries in flight;
 * - `GET /__emulator/webhooks/idle` responds like the first when all deliveries have ended.
 */
export function webhookRoutes(
  app: FastifyInstance,
  { sender, endpoints }: { sender: WebhookSender; endpoints: WebhookEndpoints },
  name = 'webhooks',
): void {
  const state = () => ({ endpoints: endpoints.get(), deliveries: sender.deliveries() });

  const path = `/__emulator/${name}`;
  app.get(path, state);
  app.get(`${path}/idle`, async () => {
    await endpoints.settled?.();
    await sender.idle();
    return state();
  });
  app.put(path, (request, reply) => {
    const body = (request.body ?? {}) as { endpoints?: unknown; faults?: unknown };
    try {
      const faults = body.faults === undefined ? undefined : readWebhookFaults(body.faults);
      if (body.endpoints !== undefined) endpoints.set(body.endpoints);
      if (faults !== undefined) sender.setFaults(faults);
    } catch (error) {
      return reply.code(400).send({ message: (error as Error).message });
    }
    return state();
  });
  app.delete(path, () => {
    sender.clear();
    return state();
  });
}
