import { expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { namedPhrase, phraseOf, sdlDescription } from './descriptions.ts';

const scalarWith = (description: string | undefined) => {
  const [definition] = parse(
    `${description === undefined ? '' : sdlDescription(description)} scalar Name`,
  ).definitions;
  if (definition?.kind !== 'ScalarTypeDefinition') throw new Error('expected a scalar');
  return definition;
};

test.each([
  ['The title.', 'the title'],
  ['The date of birth; null unless it is certain.', 'the date of birth'],
  ['A CSS colour, e.g. `red`. It is part of a palette.', 'a CSS colour, e.g. `red`'],
  ['Author, title\n  and publication.', 'author, title and publication'],
  ['True if the film is silent.', 'whether the film is silent'],
  ['ISBN of the book.', 'ISBN of the book'],
  [undefined, '`Name`'],
])('derived descriptions: the phrase of %j is %j', (description, phrase) => {
  expect(phraseOf(scalarWith(description))).toBe(phrase);
});

test.each([
  ['A CSS colour.', '`Name`: a CSS colour'],
  [
    'The people who wrote it, in the order of its byline.',
    '`Name`: the people who wrote it, in the order of its byline',
  ],
  ['True if the film is silent.', '`Name`: whether the film is silent'],
  ['Shown in cards.', '`Name`: shown in cards'],
  ['The name.', 'the name'],
  ['Name', 'name'],
  [undefined, '`Name`'],
])('derived descriptions: a field with the description %j is %j', (description, phrase) => {
  expect(namedPhrase(scalarWith(description))).toBe(phrase);
});
