import { describe } from '@jest/globals';
import { articlesJourneys } from './articles.journeys.ts';
import { articleToolsJourneys } from './articleTools.journeys.ts';
import { libraryJourneys } from './library.journeys.ts';
import { navigationJourneys } from './navigation.journeys.ts';
import { noScriptJourneys } from './noScript.journeys.ts';
import { notesJourneys } from './notes.journeys.ts';
import { offlineJourneys } from './offline.journeys.ts';
import { printJourneys } from './print.journeys.ts';
import { setUpJourneys } from './support/setUpJourneys.ts';

const journey = setUpJourneys();

describe('article page', () => {
  articlesJourneys(journey);
  articleToolsJourneys(journey);
});
describe('footnotes', () => notesJourneys(journey));
describe('library', () => libraryJourneys(journey));
describe('offline', () => offlineJourneys(journey));
describe('print', () => printJourneys(journey));
describe('navigation', () => navigationJourneys(journey));
describe('without JavaScript', () => noScriptJourneys(journey));
