import { expect, test } from '@jest/globals';
import { createEncodedBodies, type Encoding } from './encodedBodies.ts';

const MAX_BYTES = 1024 * 1024;

test.each<Encoding>(['identity', 'gzip', 'br'])(
  'encoded bodies: a short %s body takes no more memory than its length',
  async (encoding) => {
    const bodies = createEncodedBodies(MAX_BYTES);
    const body = await bodies.get('etag', () => 'text '.repeat(400), encoding);
    expect(body.buffer.byteLength).toBe(body.length);
    expect(bodies.peek('etag', encoding)).toBe(body);
  },
);
