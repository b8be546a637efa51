import type { Campaign } from './campaign.ts';
import { CONNECTION_CAMPAIGNS } from './connectionCampaigns.ts';
import { CONTENT_CAMPAIGNS } from './contentCampaigns.ts';
import { KEY_CAMPAIGNS } from './keyCampaigns.ts';
import { SOCKET_CAMPAIGNS } from './socketCampaigns.ts';

/** All attacks that take more than one request. */
export const CAMPAIGNS: readonly Campaign[] = [
  ...CONTENT_CAMPAIGNS,
  ...KEY_CAMPAIGNS,
  ...CONNECTION_CAMPAIGNS,
  ...SOCKET_CAMPAIGNS,
];
