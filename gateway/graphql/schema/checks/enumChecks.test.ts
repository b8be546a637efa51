import { describe, expect, test } from '@jest/globals';
import { faultsOf } from './testing/faultsOf.ts';

const page = 'type Page @document { title: String! ratio: Ratio }';

describe('checks of @enumValue: reject with file, line and fix', () => {
  test.each([
    [
      'two values of one text',
      'enum Ratio { wide @enumValue(is: "16:9") cinema @enumValue(is: "16:9") }',
      /Ratio\.cinema: expected a text that no other value of the enum stands for, got "16:9" of wide; remove one/,
    ],
    [
      'the name of another value',
      'enum Ratio { wide square @enumValue(is: "wide") }',
      /Ratio\.square: expected a text that no other value .* got "wide" of wide/,
    ],
    [
      'an empty text',
      'enum Ratio { wide @enumValue(is: "") }',
      /Ratio\.wide: expected a text in @enumValue\(is:\)/,
    ],
    [
      'a value that is no string',
      'enum Ratio { wide @enumValue(is: 16) }',
      /Ratio\.wide: expected a string as is of @enumValue, got 16/,
    ],
    [
      'an argument of another name',
      'enum Ratio { wide @enumValue(value: "16:9") }',
      /Ratio\.wide: expected is as argument of @enumValue, got value/,
    ],
  ])('%s', async (_name, sdl, message) => {
    const faults = await faultsOf(`${page}\n${sdl}`);
    expect(faults).toContainEqual(expect.stringMatching(message));
    expect(faults[0]).toMatch(/model\.graphql:2:/);
  });

  test('accepts names, texts and values of other enums', async () => {
    expect(
      await faultsOf(`${page}
        enum Ratio { wide @enumValue(is: "16:9") square other @enumValue(is: "true") }
        enum Shape { wide @enumValue(is: "16:9") }`),
    ).toEqual([]);
  });
});
