import { describe } from '@jest/globals';
import { articleJourneys } from './articles.journeys.ts';
import { openJourneys } from './browser.ts';
import { filmJourneys } from './films.journeys.ts';
import { pageJourneys } from './pages.journeys.ts';
import { serverJourneys } from './server.journeys.ts';

const journey = openJourneys();

describe('a reader watches', () => filmJourneys(journey));
describe('a reader reads', () => articleJourneys(journey));
describe('every page', () => pageJourneys(journey));
describe('a page that comes from the server', () => serverJourneys(journey));
