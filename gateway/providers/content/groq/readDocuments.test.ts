import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { ModelType } from '../../../core/model/model.ts';
import { readTypeDefs } from '../../../graphql/schema/buildSchema.ts';
import { readDocuments } from './readDocuments.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-documents-'));
writeFileSync(
  join(folder, 'page.graphql'),
  `type Page @document {
     title: String
     link: Linked
     tags: [Tag!]
     author: Author
     alias: Author @groq(expr: "writer")
     blocks: [Block!]
     seo: Seo
   }
   union Linked = Page | Post
   type Post @document { title: String author: Author }
   type Tag @document { title: String }
   type Author @document { name: String company: Company }
   type Company @document { name: String }
   type Block { page: Page text: String }
   type Seo { source: Tag }`,
);
const { model } = await readTypeDefs(folder).finally(() => rmSync(folder, { recursive: true }));

const read = (expr: string) => {
  const { types, isComplete } = readDocuments(model, model.types.get('Page') as ModelType, expr);
  return isComplete ? [...types].sort().join() : 'unknown';
};

test.each([
  ['title', ''],
  ['link->title', 'page,post'],
  ['coalesce(link->title, author->name, "none")', 'author,page,post'],
  [
    'select(defined(link) => "/" + link->slug.current, author->_type == "author" => author->name)',
    'author,page,post',
  ],
  ['tags[]->title', 'tag'],
  ['tags[@->title == "a"]->title', 'tag'],
  ['array::join(tags[]->title, ", ")', 'tag'],
  ['tags[0]->title', 'tag'],
  ['writer->name', 'author'],
  ['author->company->name', 'author,company'],
  ['link->author->name', 'author,page,post'],
  ['author->{name, "of": company->name}', 'author,company'],
  ['seo.source->title', 'tag'],
  ['blocks[]{text, "title": page->title}', 'page'],
  ['blocks[].page->author->name', 'author,page'],
  ['*[_type == "post" && author._ref == ^.author._ref]{title}', 'post'],
  ['count(*[_type in ["post", "page"] && references(^._id)])', 'page,post'],
  ['*[_type == "post"]{"by": author->name}', 'author,post'],
  ['(*[_type == "post"] | order(_createdAt desc)[0]).author->name', 'author,post'],
])('documents of an expression: %s reads %s', (expr, types) => {
  expect(read(expr)).toBe(types);
});

test.each([
  'other->title',
  'link->other->title',
  'link->tags[]->title',
  'title->name',
  '*[references(^._id)]',
  '*[_type == "post" || featured]',
  '*[_type != "post"]',
  '*[_type in $types]',
  '*[_type == "other"]',
  'count(*)',
  '*[_type == "post"]{"x": ^.link->title}',
  'blocks[]{"title": link->title}',
  'sources[]{"x": ref->title}',
])('documents of an expression: %s is unknown', (expr) => {
  expect(read(expr)).toBe('unknown');
});
