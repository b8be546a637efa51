import { describe } from '@jest/globals';
import { setUpJourneys } from '../support/setUpJourneys.ts';
import { filmListJourneys } from './filmList.journeys.ts';
import { homeJourneys } from './home.journeys.ts';

const journey = setUpJourneys();

describe('home page', () => homeJourneys(journey));
describe('list of films', () => filmListJourneys(journey));
