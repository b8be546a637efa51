import { describe } from '@jest/globals';
import { setUpJourneys } from '../support/setUpJourneys.ts';
import { OTHER_PAGES, previewedPageJourneys } from '../visualEditing.journeys.ts';
import { explorerReleaseJourneys } from './explorer/explorer.journeys.ts';
import { schemaReleaseJourneys } from './explorer/schema.journeys.ts';
import { liveUpdatesReleaseJourneys } from './liveUpdates.journeys.ts';

// These suites change documents, so they have a stack of their own.
const journey = setUpJourneys();

describe('live updates', () => liveUpdatesReleaseJourneys(journey));
describe('explorer', () => {
  explorerReleaseJourneys(journey);
  schemaReleaseJourneys(journey);
});
// Deletes the drafts of the sample.
describe('click to edit', () => previewedPageJourneys(journey, OTHER_PAGES));
