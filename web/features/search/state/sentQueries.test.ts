import { describe, expect, test } from '@jest/globals';
import { createSentQueries } from './sentQueries.ts';

describe('sent queries', () => {
  test('an older own query that the URL shows late is not an outside change', () => {
    const sent = createSentQueries('');
    sent.add('l');
    sent.add('lorenz');
    expect(sent.confirm('l')).toBe(true);
    expect(sent.latest()).toBe('lorenz');
    expect(sent.confirm('lorenz')).toBe(true);
    expect(sent.latest()).toBe('lorenz');
  });

  test('a query that the URL skips is forgotten', () => {
    const sent = createSentQueries('');
    sent.add('l');
    sent.add('lo');
    expect(sent.confirm('lo')).toBe(true);
    expect(sent.confirm('l')).toBe(false);
    expect(sent.latest()).toBe('l');
  });

  test('going back is an outside change', () => {
    const sent = createSentQueries('wave');
    sent.add('waves');
    expect(sent.confirm('waves')).toBe(true);
    expect(sent.confirm('wave')).toBe(false);
    expect(sent.latest()).toBe('wave');
  });
});
