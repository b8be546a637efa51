/** A value of an EXIF tag. */
export type ExifValue = string | number | readonly number[];
export type ExifTags = ReadonlyMap<number, ExifValue>;

const HEADER = 'Exif\0\0';
const BIG_ENDIAN = 'MM';
const ENTRY_BYTES = 12;
/** Maximum number of values of a tag: larger tags are data of the maker. */
const MAX_VALUES = 1_000;
/** Bytes of one value of each type (Exif 3.0, 4.6.2). */
const TYPE_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 };
const ASCII = 2;
const UNDEFINED = 7;
/** Tags of the first directory that contain the offsets of the other directories. */
const EXIF_DIRECTORY = 0x8769;
const GPS_DIRECTORY = 0x8825;

/** The EXIF tags of a picture: tags about the photograph, and tags about its place. */
export interface ExifDirectories {
  readonly exif: ExifTags;
  readonly gps: ExifTags;
}

/** Reads the tags of EXIF data, as sharp returns it. Tags that are cut off or of unknown types are left out. */
export function readExifTags(data: Buffer): ExifDirectories {
  const start = data.subarray(0, HEADER.length).toString('latin1') === HEADER ? HEADER.length : 0;
  const tiff = data.subarray(start);
  if (tiff.length < 8) return { exif: new Map(), gps: new Map() };
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length);
  const isLittle = tiff.subarray(0, 2).toString('latin1') !== BIG_ENDIAN;
  const directory = (at: unknown) => (typeof at === 'number' ? readDirectory(view, at, isLittle) : new Map());
  const first = directory(view.getUint32(4, isLittle));
  return { exif: directory(first.get(EXIF_DIRECTORY)), gps: directory(first.get(GPS_DIRECTORY)) };
}

function readDirectory(view: DataView, at: number, isLittle: boolean): Map<number, ExifValue> {
  const tags = new Map<number, ExifValue>();
  // Damaged data may have any number as the offset.
  if (!(at >= 0 && at + 2 <= view.byteLength)) return tags;
  const count = view.getUint16(at, isLittle);
  for (let i = 0; i < count; i += 1) {
    const entry = at + 2 + i * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > view.byteLength) return tags;
    const value = readValue(view, entry, isLittle);
    if (value !== undefined) tags.set(view.getUint16(entry, isLittle), value);
  }
  return tags;
}

function readValue(view: DataView, entry: number, isLittle: boolean): ExifValue | undefined {
  const type = view.getUint16(entry + 2, isLittle);
  const count = view.getUint32(entry + 4, isLittle);
  const bytes = TYPE_BYTES[type];
  if (bytes === undefined || count === 0 || count > MAX_VALUES) return undefined;
  const at = bytes * count <= 4 ? entry + 8 : view.getUint32(entry + 8, isLittle);
  if (at + bytes * count > view.byteLength) return undefined;
  if (type === ASCII || type === UNDEFINED) {
    const text = Buffer.from(view.buffer, view.byteOffset + at, count).toString('utf8');
    return text.replace(/\0.*$/s, '').trim();
  }
  const values = Array.from({ length: count }, (_, i) =>
    readNumber(view, { type, at: at + i * bytes, isLittle }),
  );
  return count === 1 ? values[0] : values;
}

function readNumber(
  view: DataView,
  { type, at, isLittle }: { type: number; at: number; isLittle: boolean },
): number {
  if (type === 1) return view.getUint8(at);
  if (type === 3) return view.getUint16(at, isLittle);
  if (type === 4) return view.getUint32(at, isLittle);
  if (type === 5) return view.getUint32(at, isLittle) / view.getUint32(at + 4, isLittle);
  if (type === 9) return view.getInt32(at, isLittle);
  return view.getInt32(at, isLittle) / view.getInt32(at + 4, isLittle);
}
