import { describe } from '@jest/globals';
import { metadataJourneys } from './metadata.journeys.ts';
import { pagesJourneys } from './pages.journeys.ts';
import { renderingJourneys } from './rendering.journeys.ts';
import { setUpJourneys } from './support/setUpJourneys.ts';

const journey = setUpJourneys();

describe('pages', () => pagesJourneys(journey));
describe('metadata', () => metadataJourneys(journey));
describe('server rendering', () => renderingJourneys(journey));
