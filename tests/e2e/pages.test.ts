import { describe } from '@jest/globals';
import { articlesJourneys } from './articles.journeys.ts';
import { articleToolsJourneys } from './articleTools.journeys.ts';
import { metadataJourneys } from './metadata.journeys.ts';
import { navigationJourneys } from './navigation.journeys.ts';
import { noScriptJourneys } from './noScript.journeys.ts';
import { pagesJourneys } from './pages.journeys.ts';
import { renderingJourneys } from './rendering.journeys.ts';
import { setUpJourneys } from './support/setUpJourneys.ts';

const journey = setUpJourneys();

describe('article page', () => {
  articlesJourneys(journey);
  articleToolsJourneys(journey);
});
describe('pages', () => pagesJourneys(journey));
describe('navigation', () => navigationJourneys(journey));
describe('metadata', () => metadataJourneys(journey));
describe('server rendering', () => renderingJourneys(journey));
describe('without JavaScript', () => noScriptJourneys(journey));
