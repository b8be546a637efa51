import { expect, test } from '@jest/globals';
import { execute, reference } from '../../reference/edgeCases.ts';
import { createPagesGraph, documentOf, page, textBlock } from '../../reference/pages.ts';

test('links of a rich text: are found under any attribute and depth of declared objects, in the order of the text', async () => {
  const annotated = {
    ...textBlock('linked', '1'),
    markDefs: [{ _type: 'custom.link', _key: 'm', customLink: { page: reference('deep') } }],
  };
  const graph = createPagesGraph([
    page('a', {
      intro: [
        annotated,
        {
          _type: 'call-out',
          _key: '2',
          author: reference('ada'),
          links: [{ _key: 'l', pages: [reference('one'), reference('two'), reference('gone')] }],
          note: [
            { ...annotated, markDefs: [{ _type: 'custom.link', customLink: { page: reference('note') } }] },
          ],
        },
        { _type: 'undeclared', _key: '3', reference: reference('common'), other: reference('hidden') },
      ],
    }),
    ...['deep', 'one', 'two', 'note', 'common', 'hidden'].map((id) => page(id)),
    documentOf('author', 'ada', { name: 'Ada' }),
  ]);
  const { data, errors } = await execute(
    graph,
    '{ page(by: { slug: "a" }) { intro { links { references { ref document { __typename } } } } } }',
  );
  expect(errors).toBeUndefined();
  const { references } = data.page.intro.links;
  expect(references.map(({ ref }: { ref: string }) => ref)).toEqual([
    'deep',
    'ada',
    'one',
    'two',
    'note',
    'common',
  ]);
  expect(references[1]).toEqual({ ref: 'ada', document: { __typename: 'Author' } });
  expect(graph.requests).toHaveLength(1);
});
