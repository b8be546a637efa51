import type { WebhookFault } from '../../../gateway/emulators/shared/webhookFaults.ts';
import { connectWebhooks, type Stack } from '../stack.ts';

const FAULTS: readonly WebhookFault[] = [
  { kind: 'duplicate', share: 0.1 },
  { kind: 'reorder', share: 0.1 },
  { kind: 'delay', ms: 400, share: 0.1 },
  { kind: 'drop', share: 0.1 },
];

/** Makes the emulators deliver webhooks to a gateway, some of them twice, late, out of order or never. */
export const connectLossyWebhooks = (emulators: Stack['emulators'], url: string): Promise<void> =>
  connectWebhooks(emulators, url, FAULTS);
