import { describe, expect, test } from '@jest/globals';
import { type DocumentNode, parse, print, Source } from 'graphql';
import type { Provider } from '../../../core/errors.ts';
import { joinSdl } from './expandModel.ts';
import { omitProviders } from './omitProviders.ts';

const CORE = joinSdl(
  parse(new Source('type Video { track: Track } type Track { id: ID! }', 'schema/core/video.graphql')),
  parse(
    new Source(
      'type Moment { video: Video } extend type Query { moments: [Moment] search: ID }',
      'schema/core/search.graphql',
    ),
  ),
  parse(
    new Source(
      'type Query { node: ID } type Subscription { change: ID video: Video }',
      'schema/core/node.graphql',
    ),
  ),
);
const MODEL = parse(`
  type Film {
    title: String @searchable(weight: 2) @deprecated
    video: Video! @asset
    trailers: [Video!]
    similar: [Film!] @related(by: ["title"])
    media: Media
  }
  union Media = Film | Video
`);

const lines = (sdl: DocumentNode) => print(sdl).replaceAll(/\s+/g, ' ');
const omit = (...absent: Provider[]) => {
  const { core, model, removedFields } = omitProviders(CORE, MODEL, new Set(absent));
  return { core: lines(core), model: lines(model), removedFields: [...removedFields].sort() };
};

describe('omitProviders', () => {
  test('changes nothing if no provider is absent', () => {
    expect(omit()).toEqual({ core: lines(CORE), model: lines(MODEL), removedFields: [] });
  });

  test('media: removes videos with their fields and union members, and moments', () => {
    expect(omit('media')).toEqual({
      core: 'extend type Query { search: ID } type Query { node: ID } type Subscription { change: ID }',
      model:
        'type Film { title: String @searchable(weight: 2) @deprecated similar: [Film!] @related(by: ["title"]) media: Media } union Media = Film',
      removedFields: ['Film.trailers', 'Film.video', 'Query.moments', 'Subscription.video'],
    });
  });

  test('search: removes its types, related documents and searchable fields', () => {
    const { core, model, removedFields } = omit('search');
    expect(core).not.toMatch(/Moment|search/);
    expect(core).toContain('type Video');
    expect(model).toBe(
      'type Film { title: String @deprecated video: Video! @asset trailers: [Video!] media: Media } union Media = Film | Video',
    );
    expect(removedFields).toEqual(['Film.similar']);
  });
});
