import { describe, expect, test } from '@jest/globals';
import { splitByAvailability } from './splitByAvailability.ts';

describe('video availability', () => {
  test('splits films into available and upcoming ones, in their order', () => {
    const films = [
      { slug: 'a', video: { status: 'PREPARING' as const } },
      { slug: 'b', video: { status: 'READY' as const } },
      { slug: 'c', video: null },
      { slug: 'd', video: { status: 'ERRORED' as const } },
      { slug: 'e', video: { status: 'READY' as const } },
    ];
    const { available, upcoming } = splitByAvailability(films);
    expect(available.map(({ slug }) => slug)).toEqual(['b', 'c', 'e']);
    expect(upcoming.map(({ slug }) => slug)).toEqual(['a', 'd']);
  });
});
