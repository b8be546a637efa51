import { describe } from '@jest/globals';
import { setUpJourneys } from '../support/setUpJourneys.ts';
import { filmListReleaseJourneys } from './browsing/filmList.journeys.ts';
import { homeReleaseJourneys } from './browsing/home.journeys.ts';
import { pagesReleaseJourneys } from './pages.journeys.ts';
import { renderingReleaseJourneys } from './rendering.journeys.ts';

const journey = setUpJourneys();

describe('pages', () => pagesReleaseJourneys(journey));
describe('server rendering', () => renderingReleaseJourneys(journey));
describe('home page', () => homeReleaseJourneys(journey));
describe('list of films', () => filmListReleaseJourneys(journey));
