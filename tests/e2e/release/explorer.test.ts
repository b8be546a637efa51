import { describe } from '@jest/globals';
import { setUpJourneys } from '../support/setUpJourneys.ts';
import { explorerReleaseJourneys } from './explorer/explorer.journeys.ts';
import { schemaReleaseJourneys } from './explorer/schema.journeys.ts';
import { liveUpdatesReleaseJourneys } from './liveUpdates.journeys.ts';

// Both suites change documents, so they have a stack of their own.
const journey = setUpJourneys();

describe('live updates', () => liveUpdatesReleaseJourneys(journey));
describe('explorer', () => {
  explorerReleaseJourneys(journey);
  schemaReleaseJourneys(journey);
});
