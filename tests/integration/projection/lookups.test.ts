import { describe, expect, test } from '@jest/globals';
import { isInputObjectType, printType } from 'graphql';
import { execute } from '../../reference/edgeCases.ts';
import { createPagesGraph, documentOf, page } from '../../reference/pages.ts';

const slug = (current: string) => ({ slug: { _type: 'slug', current } });
const entries = [
  documentOf('entry', 'tide-en', { title: 'Tide', language: 'en', code: 1, ...slug('tide') }),
  documentOf('entry', 'tide-de', { title: 'Gezeiten', language: 'de', code: 2, ...slug('tide') }),
  documentOf('entry', 'ebb', { title: 'Ebb', language: 'en', code: 2, ...slug('ebb') }),
];

describe('lookups by identifying fields', () => {
  test('are members of the input by: one field, or several together', () => {
    const { schema } = createPagesGraph([]);
    const by = schema.getType('EntryBy');
    expect(isInputObjectType(by) && by.isOneOf).toBe(true);
    expect(isInputObjectType(by) && Object.keys(by.getFields())).toEqual(['id', 'slugAndLanguage', 'code']);
    const together = schema.getType('EntryBySlugAndLanguage');
    expect(together && printType(together)).toContain('language: Language!');
    const settings = schema.getQueryType()?.getFields().settings;
    expect(settings?.args).toEqual([]);
    expect(schema.getQueryType()?.getFields()).not.toHaveProperty('settingsList');
    expect(schema.getType('SettingsBy')).toBeUndefined();
  });

  test('find the document with these values, also of variables, with one content request for all', async () => {
    const graph = createPagesGraph([
      ...entries,
      page('start'),
      documentOf('settings', 'settings', { siteName: 'Tides', home: { _ref: 'start' } }),
    ]);
    const { data, errors } = await execute(
      graph,
      `query ($language: Language!, $both: EntryBySlugAndLanguage) {
        one: entry(by: { slugAndLanguage: { slug: "tide", language: $language } }) { title }
        two: entry(by: { slugAndLanguage: $both }) { title }
        three: entry(by: { code: 1 }) { title }
        none: entry(by: { code: 9 }) { title }
        page(by: { slug: "start" }) { title }
        settings { siteName home { title } }
      }`,
      { language: 'de', both: { slug: 'tide', language: 'en' } },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      one: { title: 'Gezeiten' },
      two: { title: 'Tide' },
      three: { title: 'Tide' },
      none: null,
      page: { title: 'start' },
      settings: { siteName: 'Tides', home: { title: 'start' } },
    });
    expect(graph.requests).toHaveLength(1);
  });

  test('with two documents are an error that names both ids, and other fields are complete', async () => {
    const { data, errors } = await execute(
      createPagesGraph([...entries, documentOf('settings', 's1'), documentOf('settings', 's2')]),
      '{ entry(by: { code: 2 }) { title } settings { siteName } other: entry(by: { code: 1 }) { title } }',
    );
    expect(data).toEqual({ entry: null, settings: null, other: { title: 'Tide' } });
    const sorted = errors?.toSorted((a, b) => String(a.path).localeCompare(String(b.path)));
    expect(sorted).toMatchObject([
      { path: ['entry'], extensions: { code: 'AMBIGUOUS_LOOKUP', documents: ['ebb', 'tide-de'] } },
      { path: ['settings'], extensions: { code: 'AMBIGUOUS_LOOKUP', documents: ['s1', 's2'] } },
    ]);
    expect(sorted?.[0]?.message).toMatch(
      /^expected one Entry with this code, 2, got the documents ebb and tide-de; correct one/,
    );
  });

  test('without a document are null', async () => {
    const { data } = await execute(
      createPagesGraph([]),
      '{ settings { siteName } entry(by: { code: 1 }) { title } }',
    );
    expect(data).toEqual({ settings: null, entry: null });
  });
});
