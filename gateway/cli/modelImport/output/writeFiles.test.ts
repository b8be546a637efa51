import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { withFolder } from '../testing/modelFolder.ts';
import { writeAllOrNone } from './writeFiles.ts';

const tooLong = `${'a'.repeat(300)}.graphql`;

test('files of a model: a file that cannot be written leaves the folder as it was', () =>
  withFolder([['post.graphql', 'former']], async (folder) => {
    const files = new Map([
      ['post.graphql', 'new'],
      ['person.graphql', 'new'],
      [tooLong, 'new'],
    ]);
    await expect(writeAllOrNone(folder, files)).rejects.toThrow('ENAMETOOLONG');
    expect(readdirSync(folder)).toEqual(['post.graphql']);
    expect(readFileSync(join(folder, 'post.graphql'), 'utf8')).toBe('former');
  }));
