import { describe } from '@jest/globals';
import { navigationJourneys } from './navigation.journeys.ts';
import { noScriptJourneys } from './noScript.journeys.ts';
import { articlesJourneys } from './reading/articles.journeys.ts';
import { articleToolsJourneys } from './reading/articleTools.journeys.ts';
import { libraryJourneys } from './reading/library.journeys.ts';
import { offlineJourneys } from './reading/offline.journeys.ts';
import { setUpJourneys } from './support/setUpJourneys.ts';

const journey = setUpJourneys();

describe('article page', () => {
  articlesJourneys(journey);
  articleToolsJourneys(journey);
});
describe('library', () => libraryJourneys(journey));
describe('offline', () => offlineJourneys(journey));
describe('navigation', () => navigationJourneys(journey));
describe('without JavaScript', () => noScriptJourneys(journey));
