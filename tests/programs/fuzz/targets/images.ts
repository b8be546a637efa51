import type { Random } from '../../../reference/generator/random.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';
import { hostileImage, hostileImageAsset } from '../values/hostileDocument.ts';
import { toStorable } from '../values/hostileValues.ts';

const SLUG = 'fuzz-image';
const SIZES = [0, 1, -1, 9, 8_192, 8_193, 100_000, 2_147_483_647];
const QUERY = `query ($slug: String!, $width: Int, $height: Int, $fit: ImageFit, $format: ImageFormat, $quality: Int, $widths: [Int!]!, $ratio: Float) {
  person(by: { slug: $slug }) { name portrait { width height alt caption placeholder color hotspot { x y }
    url(width: $width, height: $height, fit: $fit, format: $format, quality: $quality)
    srcSet(widths: $widths, aspectRatio: $ratio, quality: $quality) } } }`;

/** Images with hostile crops, references and asset metadata, and all arguments of their URLs. */
export const images: FuzzTarget = {
  name: 'images',
  async open(gateways) {
    const { editor } = await gateways.stack();
    const gateway = await gateways.uncached();
    return {
      async run(random) {
        const person = {
          _id: 'person-fuzz-image',
          _type: 'person',
          name: 'Fuzz',
          slug: { _type: 'slug', current: SLUG },
          portrait: toStorable(hostileImage(random)),
        };
        const asset = hostileImageAsset(random);
        const variables = hostileArguments(random);
        for (const document of [asset, person]) await editor.createOrReplace(document).catch(() => undefined);
        // Sizes out of range are the fault of the client.
        await gateway.query(QUERY, { slug: SLUG, ...variables }, ['BAD_USER_INPUT']);
        const failures = await gateway.takeFailures();
        for (const { _id } of [person, asset]) await editor.delete(_id).catch(() => undefined);
        return { input: { person, asset, variables }, failures };
      },
      finish: async () => gateway.memoryFailures(),
      close: async () => undefined,
    };
  },
};

function hostileArguments(random: Random): Record<string, unknown> {
  const size = () => (random.boolean(0.3) ? null : random.pick(SIZES));
  return {
    width: size(),
    height: size(),
    fit: random.pick(['CROP', 'MAX', 'FILL', 'SCALE', null]),
    format: random.pick(['AUTO', 'JPG', 'PNG', 'WEBP', null]),
    quality: random.pick([null, 0, 1, 100, 101, -5]),
    widths: Array.from({ length: random.pick([0, 1, 3, 50]) }, () => random.pick(SIZES)),
    ratio: random.pick([null, 0, -1, 1e-308, 1e308, 1.5, 5e-324]),
  };
}
