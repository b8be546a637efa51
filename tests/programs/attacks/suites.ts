import type { Campaign } from './attack.ts';
import { CONNECTION_CAMPAIGNS } from './connectionSuite.ts';
import { CONTENT_CAMPAIGNS } from './contentSuite.ts';
import { KEY_CAMPAIGNS } from './keySuite.ts';
import { SOCKET_CAMPAIGNS } from './webSocketSuite.ts';

/** All attacks that take more than one request. */
export const CAMPAIGNS: readonly Campaign[] = [
  ...CONTENT_CAMPAIGNS,
  ...KEY_CAMPAIGNS,
  ...CONNECTION_CAMPAIGNS,
  ...SOCKET_CAMPAIGNS,
];
