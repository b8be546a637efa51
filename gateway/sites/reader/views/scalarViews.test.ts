import { describe, expect, test } from '@jest/globals';
import { UniqueIds } from '../../../../schema/rich-text/uniqueIds.ts';
import { formatsOf } from '../markup/formats.ts';
import { messagesOf } from '../messages/messagesOf.ts';
import { viewOfEnum, viewOfScalar } from './scalarViews.ts';

const CONTEXT = {
  locale: undefined,
  formats: formatsOf('en'),
  messages: messagesOf('en'),
  headingLevel: 2,
  ids: new UniqueIds(),
};

const render = (name: string, value: string) => {
  const view = viewOfScalar({ name, typeName: 'String', isList: false });
  return { isWide: view.isWide(value), markup: view.render(value, CONTEXT)?.markup };
};

describe('reader: texts', () => {
  test('a long URL is a fact with a link that is cut', () => {
    const url = `https://example.org/${'path/'.repeat(40)}`;
    const { isWide, markup } = render('source', url);
    expect(isWide).toBe(false);
    expect(markup).toContain(`href="${url}"`);
    expect(markup).toMatch(/>https:.{80,90} …<\/a>/);
  });

  test('code keeps its lines and is no markup', () => {
    const { isWide, markup } = render('html', '<b>\n  one\n</b>');
    expect(isWide).toBe(true);
    expect(markup).toContain('<code>&lt;b&gt;\n  one\n&lt;/b&gt;</code></pre>');
  });

  test('a colour is not shown', () => {
    for (const colour of ['#1b6', '#11BB66', 'oklch(0.80 0.14 72)'])
      expect(render('accent', colour).markup).toBeUndefined();
    expect(render('note', '#1 in Trieste').markup).toBe('<bdi>#1 in Trieste</bdi>');
  });

  test('an enum value is its stored text, in words if it is one for machines', () => {
    const view = viewOfEnum({ name: 'surface' }, new Map([['forestPath', 'forest-path']]));
    expect(view.render('forestPath', CONTEXT)?.markup).toBe('<bdi>Forest path</bdi>');
    expect(viewOfEnum({ name: 'ratio' }, new Map([['wide', '16:9']])).render('wide', CONTEXT)?.markup).toBe(
      '<bdi>16:9</bdi>',
    );
    expect(view.render('IN_STOCK', CONTEXT)?.markup).toBe('<bdi>In stock</bdi>');
  });
});
