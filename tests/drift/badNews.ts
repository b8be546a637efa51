import type { WebhookFault } from '../../gateway/twins/webhookFaults.ts';
import { deliverNews, type House } from '../house.ts';

/** How deliveries go wrong, besides being told to a gateway that dies. */
const FAULTS: readonly WebhookFault[] = [
  { kind: 'twice', share: 0.1 },
  { kind: 'reorder', share: 0.1 },
  { kind: 'late', ms: 400, share: 0.1 },
  { kind: 'lost', share: 0.1 },
];

/** Lets the twins bring their news to a gateway badly: twice, late, in another order, or not at all. */
export const deliverBadly = (twins: House['twins'], url: string): Promise<void> =>
  deliverNews(twins, url, FAULTS);
