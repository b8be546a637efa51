import { describe, expect, test } from '@jest/globals';
import type { SearchableField } from '../../../data/schema.generated.ts';
import { explainMatch } from './explainMatch.ts';

const match = (field: SearchableField, text: string) => ({ field, segments: [{ text, matched: true }] });
const textOf = (segments: readonly { text: string }[] | null) => segments?.map(({ text }) => text).join('');

describe('match explanation', () => {
  test('has a passage only if neither title nor subtitle match', () => {
    const passage = match('SYNOPSIS', 'a wave');
    expect(textOf(explainMatch([passage]).passage)).toBe('a wave');
    expect(explainMatch([match('TITLE', 'Waves'), passage]).passage).toBeNull();
    expect(explainMatch([match('TAGLINE', 'On waves'), passage]).passage).toBeNull();
  });

  test('separates a heading in a passage from the text after it', () => {
    const segments = [
      { text: 'It ends.\n\nThe ', matched: false },
      { text: 'wave', matched: true },
      { text: '\n\nThe paper of 1801', matched: false },
    ];
    expect(textOf(explainMatch([{ field: 'BODY', segments }]).passage)).toBe(
      'It ends.\n\nThe wave · The paper of 1801',
    );
  });

  test('labels matching names with their relation to the result', () => {
    const { labels } = explainMatch([
      match('TOPICS', 'Waves'),
      match('PEOPLE', 'Young'),
      match('TOPICS', 'Flow'),
    ]);
    expect(labels.map(({ label, segments }) => `${label} ${textOf(segments)}`)).toEqual([
      'Topic: Waves',
      'Based on the work of Young',
    ]);
  });

  test('ignores fields without a match', () => {
    expect(
      explainMatch([{ field: 'TITLE', segments: [{ text: 'Waves', matched: false }] }]).title,
    ).toBeNull();
  });
});
