import { describe, expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { readModel } from '../../graphql/schema/model/readModel.ts';
import { usesCoreType } from './coreTypes.ts';

const page = (fields: string) => `type Page @document { title: String! ${fields} }`;

describe('optional core type', () => {
  test.each([
    ['a field', page('paper: File'), true],
    ['a list', page('papers: [File!]!'), true],
    ['a field of an inline object', `${page('part: Part')} type Part { paper: File }`, true],
    ['a union', `${page('part: Part')} type Other { a: Int } union Part = File | Other`, true],
    ['nothing', page('place: GeoPoint'), false],
    ['a type of the model with its name', `${page('paper: File')} type File { url: String }`, false],
  ])('%s uses it: %#', (_name, sdl, expected) => {
    expect(usesCoreType(readModel(parse(sdl)), 'File')).toBe(expected);
  });
});
