import { expect, test } from '@jest/globals';
import { reasonsOf } from './matchExplanation.ts';

const matched = (field: string, text: string) => ({ field, segments: [{ text, matched: true }] });
const spoken = (segments: readonly { text: string }[] | null) => segments?.map(({ text }) => text).join('');

test('a passage of a long text is given only where neither title nor sentence says why', () => {
  const text = matched('synopsis', 'a wave');
  expect(spoken(reasonsOf([text]).text)).toBe('a wave');
  expect(reasonsOf([matched('title', 'Waves'), text]).text).toBeNull();
  expect(reasonsOf([matched('tagline', 'On waves'), text]).text).toBeNull();
});

test('a heading within a passage is parted from the words after it', () => {
  const segments = [
    { text: 'It ends.\n\nThe ', matched: false },
    { text: 'wave', matched: true },
    { text: '\n\nThe paper of 1801', matched: false },
  ];
  expect(spoken(reasonsOf([{ field: 'body', segments }]).text)).toBe(
    'It ends.\n\nThe wave · The paper of 1801',
  );
});

test('names that match are told with what they are', () => {
  const { labels } = reasonsOf([
    matched('topics', 'Waves'),
    matched('authors', 'Young'),
    matched('topics', 'Flow'),
  ]);
  expect(labels.map(({ word, segments }) => `${word} ${spoken(segments)}`)).toEqual([
    'On Waves',
    'After Young',
  ]);
});

test('what did not match is no reason', () => {
  expect(reasonsOf([{ field: 'title', segments: [{ text: 'Waves', matched: false }] }]).title).toBeNull();
});
