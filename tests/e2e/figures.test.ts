import { describe } from '@jest/globals';
import { figuresJourneys } from './figures.journeys.ts';
import { setUpJourneys } from './support/setUpJourneys.ts';

const journey = setUpJourneys();

describe('interactive figure', () => figuresJourneys(journey));
