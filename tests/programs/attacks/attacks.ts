import { ACCESS_ATTACKS } from './accessSuite.ts';
import type { Attack } from './attack.ts';
import { CONNECTION_ATTACKS } from './connectionSuite.ts';
import { CONTENT_ATTACKS } from './contentSuite.ts';
import { COST_ATTACKS } from './costSuite.ts';
import { DOCUMENT_ATTACKS } from './documentSuite.ts';
import { EVENT_STREAM_ATTACKS } from './eventStreamSuite.ts';
import { EXPLORER_ATTACKS } from './explorerSuite.ts';
import { FAIRNESS_ATTACKS } from './fairnessSuite.ts';
import { FIELD_COST_ATTACKS } from './fieldCostSuite.ts';
import { HOSTILE_TEXT_ATTACKS } from './hostileTextSuite.ts';
import { HTTP_ATTACKS } from './httpSuite.ts';
import { INJECTION_ATTACKS } from './injectionSuite.ts';
import { INPUT_ATTACKS } from './inputSuite.ts';
import { KEY_ATTACKS } from './keySuite.ts';
import { LOAD_ATTACKS } from './loadSuite.ts';
import { MCP_ATTACKS } from './mcpSuite.ts';
import { PERSISTED_QUERY_ATTACKS } from './persistedQuerySuite.ts';
import { RESPONSE_ATTACKS } from './responseSuite.ts';
import { UPSTREAM_ATTACKS } from './upstreamSuite.ts';
import { WEBSOCKET_ATTACKS } from './webSocketSuite.ts';

/** Attacks that consist of one request. The gateway rejects them without a request to a provider. */
export const REQUEST_ATTACKS: readonly Attack[] = [
  ...DOCUMENT_ATTACKS,
  ...COST_ATTACKS,
  ...INPUT_ATTACKS,
  ...HTTP_ATTACKS,
  ...PERSISTED_QUERY_ATTACKS,
  ...ACCESS_ATTACKS,
];

/** Attacks that take several requests or a connection of their own. */
export const SEQUENCE_ATTACKS: readonly Attack[] = [
  ...CONTENT_ATTACKS,
  ...HOSTILE_TEXT_ATTACKS,
  ...INJECTION_ATTACKS,
  ...KEY_ATTACKS,
  ...MCP_ATTACKS,
  ...FIELD_COST_ATTACKS,
  ...CONNECTION_ATTACKS,
  ...WEBSOCKET_ATTACKS,
  ...EVENT_STREAM_ATTACKS,
  ...EXPLORER_ATTACKS,
  ...UPSTREAM_ATTACKS,
  ...LOAD_ATTACKS,
  ...FAIRNESS_ATTACKS,
  ...RESPONSE_ATTACKS,
];
