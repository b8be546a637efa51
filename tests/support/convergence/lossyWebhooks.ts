import type { WebhookFault } from '../../../gateway/emulators/shared/webhookFaults.ts';
import { deliverNews, type House } from '../stack.ts';

/** How deliveries go wrong, besides being told to a gateway that dies. */
const FAULTS: readonly WebhookFault[] = [
  { kind: 'duplicate', share: 0.1 },
  { kind: 'reorder', share: 0.1 },
  { kind: 'delay', ms: 400, share: 0.1 },
  { kind: 'drop', share: 0.1 },
];

/** Lets the emulators bring their news to a gateway badly: twice, late, in another order, or not at all. */
export const deliverBadly = (emulators: House['emulators'], url: string): Promise<void> =>
  deliverNews(emulators, url, FAULTS);
