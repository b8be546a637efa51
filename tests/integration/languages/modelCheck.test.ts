import { expect, test } from '@jest/globals';
import { checkContent } from '../../../gateway/cli/modelCheck/checkContent.ts';
import { createEvaluatorClient } from '../../reference/contentGraph.ts';
import { byKey, byLanguage, languagesModel } from '../../reference/languages.ts';
import { documentOf, image, textBlock } from '../../reference/pages.ts';

test('model check: knows the forms of localized fields, and finds values that do not fit in each language', async () => {
  const documents = [
    documentOf('place', 'd', {
      name: 'x',
      slug: { en: 'lake', de: { current: 'see' } },
      details: { address: { en: { lines: 'x' } } },
    }),
    documentOf('place', 'a', {
      name: byKey({ en: 'Lake', de: 'See' }),
      slug: byLanguage({ en: { current: 'lake' }, de: { current: ['x'] } }),
      motto: 'for all languages',
      price: { en: 'free', de: 3 },
      tags: byKey({ en: ['one'], de: 'zwei' }),
      story: byLanguage({ en: [textBlock('x')], it: [textBlock('y')] }),
      map: byKey({ en: image('x') }),
      notice: { en: { heading: ['x'] } },
      details: { title: byKey({ de: 'x' }), texts: { subtitle: { en: 'x' } } },
    }),
    documentOf('place', 'b', { name: { de: 'See' }, story: [textBlock('plain')], map: image('x') }),
    documentOf('place', 'c', {
      name: byKey({ en: ' ' }).concat(byKey({ en: 'Lake' })),
      slug: { current: 'c' },
      tags: 'one',
      story: 5,
      map: [image('x')],
      price: { odd: 1 },
    }),
    documentOf('lesson', 'l', { title: 'x', slug: { current: 'l' }, language: 'en' }),
  ];
  const model = languagesModel('en,de');
  const { mismatches, unused, unknownAttributes } = await checkContent(
    createEvaluatorClient(documents),
    model,
    new Set(),
  );
  expect(mismatches.map(({ path, expected, found }) => [path, expected, found].join(' | '))).toEqual([
    'place.details.address<en>.lines | an object | string',
    'place.map | an image | list',
    'place.name | String | none',
    'place.notice<en>.heading | String | list',
    'place.price | a value for each language | object',
    'place.price<en> | Float | string',
    'place.slug | String | none',
    'place.slug<de> | String | list',
    'place.slug<en> | an object | string',
    'place.story | rich text | number',
    'place.tags | a list | string',
    'place.tags<de> | a list | string',
  ]);
  expect(unknownAttributes).toEqual([{ name: 'place.story<it>', count: 1 }]);
  expect(unused).toContain('Place.kind');
  expect(unused).not.toContain('Place.name');
});
