import { describe } from '@jest/globals';
import { explorerJourneys } from './explorer/explorer.journeys.ts';
import { schemaJourneys } from './explorer/schema.journeys.ts';
import { liveUpdatesJourneys } from './liveUpdates.journeys.ts';
import { previewJourneys } from './preview.journeys.ts';
import { setUpJourneys } from './support/setUpJourneys.ts';
import { MAIN_PAGES, previewedPageJourneys, visualEditingJourneys } from './visualEditing.journeys.ts';

// These suites change documents, so they have a stack of their own.
const journey = setUpJourneys();

describe('live updates', () => liveUpdatesJourneys(journey));
describe('previews', () => previewJourneys(journey));
describe('explorer', () => {
  explorerJourneys(journey);
  schemaJourneys(journey);
});
// Deletes the drafts of the sample.
describe('click to edit', () => {
  visualEditingJourneys(journey);
  previewedPageJourneys(journey, MAIN_PAGES);
});
