import { describe, expect, test } from '@jest/globals';
import type { SearchableField } from '../../../data/schema.generated.ts';
import type { Hit } from '../hits/hits.ts';
import { groupsBeforeMoments } from './groupOrder.ts';

const hit = (field: SearchableField, ...matches: string[]): Hit => ({
  cursor: '1',
  typename: 'Film',
  item: {} as Hit['item'],
  highlights: [{ field, segments: matches.map((text) => ({ text, matched: true })) }],
});
const results = (relaxed: { moments?: string; documents?: string } = {}, ...cues: string[]) =>
  ({
    search: { relaxedQuery: relaxed.documents ?? null, correctedQuery: null },
    moments: {
      relaxedQuery: relaxed.moments ?? null,
      edges: cues.map((text) => ({ node: { snippet: [{ text, matched: true }] } })),
    },
  }) as unknown as Parameters<typeof groupsBeforeMoments>[0];

describe('order of result groups', () => {
  test('moments come first if the best document has the words only in its text', () => {
    expect(groupsBeforeMoments(results({}, 'gold'), hit('SYNOPSIS', 'golden'), 3, 'golden')).toBe(0);
    expect(groupsBeforeMoments(results({}, 'plate', 'sand'), hit('TITLE', 'Sand'), 3, 'plate')).toBe(0);
    expect(groupsBeforeMoments(results(), undefined, 0, 'golden thread')).toBe(0);
  });

  test('moments come second if the name or the description of the best document has the words', () => {
    expect(groupsBeforeMoments(results({}, 'waves'), hit('TITLE', 'Waves'), 3, 'wave')).toBe(1);
    expect(groupsBeforeMoments(results({}, 'computing'), hit('KNOWN_FOR', 'Cómputing'), 3, 'computing')).toBe(
      1,
    );
    expect(groupsBeforeMoments(results({}, 'pi'), hit('TITLE', 'pi'), 3, 'pi')).toBe(1);
  });

  test('moments come last if they match by typo tolerance only, and documents as typed', () => {
    const turing = hit('NAME', 'Turing');
    expect(groupsBeforeMoments(results({}, 'turning'), turing, 3, 'turing')).toBe(3);
    expect(groupsBeforeMoments(results({}, 'turning', 'Turing'), turing, 3, 'turing')).toBe(1);
  });

  test('moments come last if they match a part of the query only', () => {
    const best = hit('SYNOPSIS', 'golden');
    expect(groupsBeforeMoments(results({ moments: 'golden' }), best, 3, 'golden zebra')).toBe(3);
    expect(
      groupsBeforeMoments(results({ moments: 'golden', documents: 'golden' }), best, 3, 'golden zebra'),
    ).toBe(1);
    expect(groupsBeforeMoments(results({ moments: 'a', documents: 'a' }), undefined, 0, 'a b')).toBe(0);
  });
});
