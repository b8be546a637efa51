import { describe } from '@jest/globals';
import { setUpJourneys } from '../support/setUpJourneys.ts';
import { navigationReleaseJourneys } from './navigation.journeys.ts';
import { noScriptReleaseJourneys } from './noScript.journeys.ts';
import { articlesReleaseJourneys } from './reading/articles.journeys.ts';
import { articleToolsReleaseJourneys } from './reading/articleTools.journeys.ts';
import { libraryReleaseJourneys } from './reading/library.journeys.ts';
import { notesReleaseJourneys } from './reading/notes.journeys.ts';
import { offlineReleaseJourneys } from './reading/offline.journeys.ts';
import { printJourneys } from './reading/print.journeys.ts';

const journey = setUpJourneys();

describe('article page', () => {
  articlesReleaseJourneys(journey);
  articleToolsReleaseJourneys(journey);
});
describe('footnotes', () => notesReleaseJourneys(journey));
describe('library', () => libraryReleaseJourneys(journey));
describe('offline', () => offlineReleaseJourneys(journey));
describe('print', () => printJourneys(journey));
describe('navigation', () => navigationReleaseJourneys(journey));
describe('without JavaScript', () => noScriptReleaseJourneys(journey));
