import sharp from 'sharp';

/** The image is reduced to this side length: more pixels do not change so coarse a picture. */
const SAMPLE_SIDE_PIXELS = 32;
/** Number of cosine waves in each direction. */
const [WAVES_X, WAVES_Y] = [5, 4];
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~';
/** Steps of a wave's amplitude: 19 for each colour, of which 9 is zero. */
const AMPLITUDE_STEPS = 19;
const MAX_AMPLITUDE_STEP = 82;
const AMPLITUDE_UNIT = 166;

type Colour = readonly [red: number, green: number, blue: number];

/** Returns the BlurHash of an image (https://github.com/woltapp/blurhash/blob/master/Algorithm.md). */
export async function blurHashOf(bytes: Buffer): Promise<string> {
  const pixels = await sharp(bytes)
    .resize(SAMPLE_SIDE_PIXELS, SAMPLE_SIDE_PIXELS, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return encodeBlurHash(pixels, SAMPLE_SIDE_PIXELS, SAMPLE_SIDE_PIXELS);
}

/** Encodes pixels of three bytes each, row by row, as a BlurHash. */
export function encodeBlurHash(pixels: Uint8Array, width: number, height: number): string {
  const linear = Float64Array.from(pixels, toLinear);
  const [average, ...waves] = Array.from({ length: WAVES_X * WAVES_Y }, (_, i) =>
    amplitude(linear, { width, height, x: i % WAVES_X, y: Math.floor(i / WAVES_X) }),
  ) as [Colour, ...Colour[]];
  const largest = Math.max(...waves.flat().map(Math.abs));
  const step = Math.max(0, Math.min(MAX_AMPLITUDE_STEP, Math.floor(largest * AMPLITUDE_UNIT - 0.5)));
  const scale = (step + 1) / AMPLITUDE_UNIT;
  return [
    base83(WAVES_X - 1 + (WAVES_Y - 1) * 9, 1),
    base83(step, 1),
    base83(
      average.map(toByte).reduce((sum, byte) => sum * 256 + byte),
      4,
    ),
    ...waves.map((wave) =>
      base83(
        wave.map((value) => quantized(value / scale)).reduce((sum, digit) => sum * AMPLITUDE_STEPS + digit),
        2,
      ),
    ),
  ].join('');
}

/** Returns the amplitude of a wave with `x` and `y` half periods, for each colour. */
function amplitude(
  linear: Float64Array,
  { width, height, x, y }: { width: number; height: number; x: number; y: number },
): Colour {
  const sum: [number, number, number] = [0, 0, 0];
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const basis = Math.cos((Math.PI * x * column) / width) * Math.cos((Math.PI * y * row) / height);
      const at = 3 * (row * width + column);
      for (const channel of [0, 1, 2] as const) sum[channel] += basis * (linear[at + channel] ?? 0);
    }
  const scale = (x === 0 && y === 0 ? 1 : 2) / (width * height);
  return [sum[0] * scale, sum[1] * scale, sum[2] * scale];
}

function quantized(value: number): number {
  const signedRoot = Math.sign(value) * Math.sqrt(Math.abs(value));
  return Math.max(0, Math.min(AMPLITUDE_STEPS - 1, Math.floor(signedRoot * 9 + 9.5)));
}

function toLinear(byte: number): number {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function toByte(linear: number): number {
  const value = Math.max(0, Math.min(1, linear));
  const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.trunc(encoded * 255 + 0.5);
}

function base83(value: number, length: number): string {
  return Array.from({ length }, (_, i) => DIGITS[Math.floor(value / 83 ** (length - 1 - i)) % 83]).join('');
}
